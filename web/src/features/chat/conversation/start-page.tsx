import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Persona } from 'shared-types/contract/chat/personas';
import { modifierKey } from '../../../lib/modifier-key.ts';
import { useDraftText } from '../../../lib/use-draft-text.ts';
import { choose, usePreferences } from '../../../lib/preferences/preferences.ts';
import { FullPage } from '../../../layout/full-page.tsx';
import { useTwoPanes } from '../../../layout/use-two-panes.ts';
import styles from '../chat.module.css';
import { Composer } from './composer/composer.tsx';
import { useStartConversation } from './messages/mutations.ts';
import { SettingsIcon } from './settings/settings-button.tsx';
import { newDraftId, useDraft } from './composer/draft.ts';
import { useSendDraft } from './composer/use-send-draft.ts';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { PersonaChips } from '../personas/persona-chips.tsx';
import { Starters } from '../starters/starters.tsx';
import { modelsQuery } from '../queries.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { startChatting } from '../texts.ts';

/** An open conversation has no menu of models, so its code comes with the start page. */
const ModelMenu = onDemand(async () => ({ default: (await import('./settings/models/model-menu.tsx')).ModelMenu }));

/** A window without the rail shows the last conversations here. */
const LatestConversations = onDemand(async () => ({
  default: (await import('../conversations/latest-conversations.tsx')).LatestConversations,
}));

/** Only files cost enough to be named before the first message, and its code loads with them. */
const QuestionCost = onDemand(() => import('./composer/question-cost.tsx'));

/** Of two chosen models the last one counts. */
const takeLast = (_stored: string, chosen: string) => chosen;

/** A new chat. Its first message starts the conversation. */
export function StartPage() {
  const navigate = useNavigate();
  const start = useStartConversation();
  const { enterSends } = usePreferences();
  const { attachments } = useDraft(newDraftId);
  const hasRail = useTwoPanes();
  /** The model of the next new conversation; empty for none. */
  const [wished, chooseModel] = useDraftText('model', takeLast);
  const [persona, setPersona] = useState<Persona>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: models } = useQuery(modelsQuery);
  // The site may have lost the model since it was chosen.
  const chosen = wished === '' || models?.every(({ code: each }) => each !== wished) ? undefined : wished;
  const chosenCode = chosen ?? persona?.modelCode;
  const code = models && (chosenCode ?? models.find(({ isInitial }) => isInitial)?.code);
  const post = useSendDraft(
    newDraftId,
    (message) =>
      start.mutateAsync({
        ...message,
        ...(chosen !== undefined && { modelCode: chosen }),
        ...(persona && { personaId: persona.personaId }),
      }),
    // The text that was typed meanwhile belongs to the conversation that has begun.
    ({ session }) => session.sessionId,
  );
  /** False once the page is left, so that a late response does not navigate back. */
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const send = async () => {
    const accepted = await post();
    if (accepted) chooseModel('');
    if (accepted && isMounted.current) void navigate({ search: `?sessionId=${accepted.session.sessionId}` });
  };
  useSendAtOnce(send);
  return (
    <FullPage title="Chat">
      <div className={styles.start}>
        <h1>{startChatting}</h1>
        <PersonaChips
          chosen={persona}
          onChoose={(next) => {
            setPersona(next);
            // The persona brings its own model, which can be changed again.
            chooseModel('');
          }}
        />
        <InitialModel code={code} onChoose={chooseModel} />
        <Starters onChoose={() => field.current?.focus()} />
        <p>
          {enterSends
            ? 'Press Enter to send, Shift+Enter for a new line.'
            : `Press Enter for a new line, ${modifierKey()}+Enter to send.`}{' '}
          <LinkButton onClick={() => choose({ enterSends: !enterSends })}>
            {enterSends ? `Use ${modifierKey()}+Enter instead` : 'Use Enter instead'}
          </LinkButton>
        </p>
        {!hasRail && (
          <div className={styles.latest}>
            <LazyPart failure={null}>
              <LatestConversations />
            </LazyPart>
          </div>
        )}
      </div>
      <Composer
        draftId={newDraftId}
        field={field}
        send={send}
        isSending={start.isPending}
        error={start.error}
        modelCode={code}
        note={
          attachments && (
            <LazyPart failure={null}>
              <QuestionCost
                draftId={newDraftId}
                conversation={{ memorySize: 1, systemPrompt: persona?.systemPrompt ?? '' }}
                modelCode={code}
              />
            </LazyPart>
          )
        }
      >
        <Button disabled aria-label="Settings" title="Settings are available after the first message">
          <SettingsIcon />
        </Button>
      </Composer>
    </FullPage>
  );
}

/** The model of the conversation that the first message starts. */
function InitialModel({ code, onChoose }: { code: string | undefined; onChoose: (code: string) => void }) {
  const id = useId();
  return (
    <div className={styles.initialModel}>
      {code !== undefined && (
        <>
          <label htmlFor={id}>Model</label>
          <LazyPart>
            <ModelMenu id={id} code={code} onChoose={onChoose} />
          </LazyPart>
        </>
      )}
    </div>
  );
}

/** Sends the draft that was written on the home page. A reload or a way back to this entry does not send again. */
function useSendAtOnce(send: () => Promise<void>) {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const isAsked = typeof state === 'object' && state !== null && 'send' in state;
  const hasSent = useRef(false);
  useEffect(() => {
    if (!isAsked || hasSent.current) return;
    hasSent.current = true;
    void navigate(location, { replace: true, state: null });
    void send();
  });
}

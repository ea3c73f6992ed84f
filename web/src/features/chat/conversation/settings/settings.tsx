import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { choose, usePreferences } from '../../../../lib/preferences/preferences.ts';
import { Button, PrimaryButton, LinkButton } from '../../../../ui/buttons/button.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { Dialog } from '../../../../ui/content/dialog.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { EffortMenu } from './models/effort-menu.tsx';
import { Export } from './export.tsx';
import { ModelMenu } from './models/model-menu.tsx';
import { conversationQuery, modelsQuery } from '../../queries.ts';
import { useUpdateConversation } from '../../conversations/titles/use-update.ts';
import {
  areSettingsValid,
  changeOf,
  type SettingsFields,
  settingsFieldsOf,
  memorySizeError,
  parseMemorySize,
  systemPromptError,
} from './settings-form.ts';
import styles from './settings.module.css';
import { Usage } from './usage.tsx';
import { chatErrorMessage } from '../../format.ts';
import { titleError } from '../../conversations/titles/title-error.ts';

interface SettingsProps {
  sessionId: string;
  onClose: () => void;
}

export default function Settings({ sessionId, onClose }: SettingsProps) {
  const { data: conversation, error, refetch } = useQuery(conversationQuery(sessionId));
  return (
    <Dialog title="Settings" onClose={onClose}>
      {conversation ? (
        <SettingsForm conversation={conversation} onClose={onClose} />
      ) : (
        <>
          <p className={styles.state} role={error ? 'alert' : 'status'}>
            {error ? 'Something went wrong...' : 'Pooling your content...'}
            {error && (
              <span>
                {' '}
                {chatErrorMessage(error)} <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
              </span>
            )}
          </p>
          <div className={styles.buttons}>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Fields that the user has not edited follow the conversation. */
function SettingsForm({ conversation, onClose }: { conversation: ChatSession; onClose: () => void }) {
  const [edited, setEdited] = useState<Partial<SettingsFields>>({});
  const update = useUpdateConversation(conversation.sessionId);
  const first = useRef<HTMLInputElement>(null);
  // While the conversation is loading, the dialog focuses Cancel. The title takes the focus once it is there.
  useEffect(() => first.current?.focus(), []);
  const fields = { ...settingsFieldsOf(conversation), ...edited };
  const { data: models } = useQuery(modelsQuery);
  const model = models?.find(({ code }) => code === fields.modelCode);
  const provider = model?.provider ?? conversation.chatProvider;
  const edit = (change: Partial<SettingsFields>) => setEdited((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (areSettingsValid(fields) && !update.isPending)
      update.mutate(changeOf(conversation, fields), { onSuccess: onClose });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Title" error={titleError(fields.title)}>
        {(control) => (
          <input
            {...control}
            ref={first}
            dir="auto"
            autoComplete="off"
            value={fields.title}
            onChange={(event) => edit({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Provider">{(control) => <input {...control} readOnly value={provider} />}</Field>
      <Field label="Model" note="New conversations start with the model and memory size that you chose last.">
        {(control) => <ModelMenu {...control} code={fields.modelCode} onChoose={(modelCode) => edit({ modelCode })} />}
      </Field>
      {model?.efforts && (
        <Field label="Effort" note="More effort takes longer and costs more.">
          {(control) => (
            <EffortMenu {...control} efforts={model.efforts ?? []} effort={fields.effort} onChoose={edit} />
          )}
        </Field>
      )}
      {model?.webSearch && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={fields.webSearch}
            onChange={(event) => edit({ webSearch: event.target.checked })}
          />
          Search the web. Each search costs about $0.01.
        </label>
      )}
      <Field
        label="Memory size"
        note="The number of earlier messages that the model sees with your question. If the first one is an answer, the model also sees its question."
        error={memorySizeError(fields.memorySize)}
      >
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={String(fields.memorySize)}
            onChange={(event) => edit({ memorySize: parseMemorySize(event.target.value) })}
          />
        )}
      </Field>
      <Field
        label="System prompt"
        note="Instructions that the model gets before the messages. They count towards each question."
        error={systemPromptError(fields.systemPrompt)}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            dir="auto"
            value={fields.systemPrompt}
            onChange={(event) => edit({ systemPrompt: event.target.value })}
          />
        )}
      </Field>
      {update.isError && <Failure what="Could not update the settings." error={update.error} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <PrimaryButton type="submit" disabled={!areSettingsValid(fields)} aria-busy={update.isPending}>
          Update
        </PrimaryButton>
      </div>
      <div className={styles.extras}>
        <EnterSends />
        <TitlesByModel />
        <p className={styles.hint}>
          <Link to={`?sessionId=${conversation.sessionId}&branches=`} onClick={onClose}>
            Forks and versions of this conversation
          </Link>
        </p>
        <Export conversation={conversation} />
        <Usage />
      </div>
    </form>
  );
}

/** A preference for all conversations, which applies at once. */
function EnterSends() {
  const { enterSends } = usePreferences();
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={enterSends} onChange={({ target }) => choose({ enterSends: target.checked })} />
      Enter sends in all conversations. Shift+Enter starts a new line.
    </label>
  );
}

/** A preference for all new conversations, on a site where a model writes titles. */
function TitlesByModel() {
  const { titlesByModel } = usePreferences();
  const writer = useQuery(modelsQuery).data?.find(({ writesTitles }) => writesTitles);
  return (
    writer && (
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={titlesByModel}
          onChange={({ target }) => choose({ titlesByModel: target.checked })}
        />
        {`${writer.name} writes the titles of new conversations. It counts towards your limits.`}
      </label>
    )
  );
}

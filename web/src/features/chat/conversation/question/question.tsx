import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { draftEvents } from '../../../../lib/draft-storage.ts';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';
import { editDraftId, readDraft } from '../composer/draft.ts';
import styles from '../messages/messages.module.css';

const QuestionEditor = onDemand(() => import('./question-editor.tsx'));

const QuestionFiles = onDemand(async () => ({ default: (await import('../files/pictures.ts')).QuestionFiles }));

interface QuestionProps {
  message: ChatMessage;
  /** The final answer of the last question, which can be asked again in its place. */
  answer?: ChatMessage | undefined;
}

interface Edited {
  /** The answer when editing began, which may change meanwhile. */
  answer: ChatMessage | undefined;
  isRestored: boolean;
}

/** Goes on with the draft of an earlier visit. */
function restoredEdit({ sessionMessageId, text }: ChatMessage, answer: ChatMessage | undefined): Edited | undefined {
  const draft = readDraft(editDraftId(sessionMessageId));
  return draft.text === '' || draft.text === text ? undefined : { answer, isRestored: true };
}

export function Question({ message, answer }: QuestionProps) {
  const [edited, setEdited] = useState<Edited | undefined>(() => restoredEdit(message, answer));
  useEffect(() => {
    const restore = () => setEdited((before) => before ?? restoredEdit(message, answer));
    draftEvents.addEventListener('change', restore);
    return () => draftEvents.removeEventListener('change', restore);
  }, [message, answer]);
  const row = useRef<HTMLElement>(null);
  // The editor is gone, so the focus moves to the question.
  const close = () => {
    setEdited(undefined);
    row.current?.focus({ preventScroll: true });
  };
  return (
    <article ref={row} className={styles.question} tabIndex={-1}>
      <h2 className="unseen" data-uncopied>
        You
      </h2>
      {edited ? (
        <LazyPart>
          <QuestionEditor question={message} {...edited} onClose={close} />
        </LazyPart>
      ) : (
        <>
          {message.files && (
            <LazyPart>
              <QuestionFiles sessionMessageId={message.sessionMessageId} files={message.files} />
            </LazyPart>
          )}
          {message.text !== '' && (
            <p id={message.sessionMessageId} className={styles.text} dir="auto">
              {message.text}
            </p>
          )}
          <span className={styles.edit}>
            <LinkButton data-key={answer && 'ArrowUp'} onClick={() => setEdited({ answer, isRestored: false })}>
              Edit
              {answer && <span className="unseen"> the last question</span>}
            </LinkButton>
          </span>
        </>
      )}
    </article>
  );
}

import { useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';
import styles from '../messages/messages.module.css';

const QuestionEditor = onDemand(() => import('./question-editor.tsx'));

const QuestionFiles = onDemand(async () => ({ default: (await import('../files/pictures.ts')).QuestionFiles }));

interface QuestionProps {
  message: ChatMessage;
  /** The final answer of the last question, which can be asked again in its place. */
  answer?: ChatMessage | undefined;
}

export function Question({ message, answer }: QuestionProps) {
  /** The answer when editing began, which may change meanwhile. */
  const [edited, setEdited] = useState<Pick<QuestionProps, 'answer'>>();
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
          <QuestionEditor question={message} answer={edited.answer} onClose={close} />
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
            <LinkButton data-key={answer && 'ArrowUp'} onClick={() => setEdited({ answer })}>
              Edit
              {answer && <span className="unseen"> the last question</span>}
            </LinkButton>
          </span>
        </>
      )}
    </article>
  );
}

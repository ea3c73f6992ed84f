import { useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import styles from './messages.module.css';
import { QuestionEditor } from './question-editor.tsx';

interface QuestionProps {
  message: ChatMessage;
  /** Of the last question, once it is final: then the question can be asked in other words. */
  answer?: ChatMessage | undefined;
}

export function Question({ message, answer }: QuestionProps) {
  /** The answer as it was when somebody began to edit: whatever becomes of it meanwhile, what they write stays. */
  const [edited, setEdited] = useState<ChatMessage>();
  const row = useRef<HTMLElement>(null);
  // Whoever edited it goes on from there.
  const close = () => {
    setEdited(undefined);
    row.current?.focus({ preventScroll: true });
  };
  return (
    <article ref={row} className={styles.question} tabIndex={-1}>
      <h2 className="unseen">You</h2>
      {edited ? (
        <QuestionEditor question={message} answer={edited} onClose={close} />
      ) : (
        <>
          <p className={styles.asked}>{message.text}</p>
          {answer && (
            <span className={styles.edit}>
              <LinkButton onClick={() => setEdited(answer)}>
                edit<span className="unseen"> the last question</span>
              </LinkButton>
            </span>
          )}
        </>
      )}
    </article>
  );
}

import { useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import styles from './messages.module.css';
import { QuestionEditor } from './question-editor.tsx';
import * as texts from '../messages.ts';

interface QuestionProps {
  message: ChatMessage;
  /** The final answer of the last question, which makes the question editable. */
  answer?: ChatMessage | undefined;
}

export function Question({ message, answer }: QuestionProps) {
  /** The answer when editing began. It keeps the editor open when the answer changes meanwhile. */
  const [editedAnswer, setEditedAnswer] = useState<ChatMessage>();
  const row = useRef<HTMLElement>(null);
  // The editor is gone, so the focus moves to the question.
  const close = () => {
    setEditedAnswer(undefined);
    row.current?.focus({ preventScroll: true });
  };
  return (
    <article ref={row} className={styles.question} tabIndex={-1}>
      <h2 className="unseen">{texts.you}</h2>
      {editedAnswer ? (
        <QuestionEditor question={message} answer={editedAnswer} onClose={close} />
      ) : (
        <>
          <p className={styles.text}>{message.text}</p>
          {answer && (
            <span className={styles.edit}>
              <LinkButton data-key="ArrowUp" onClick={() => setEditedAnswer(answer)}>
                {texts.edit}
                <span className="unseen"> {texts.theLastQuestion}</span>
              </LinkButton>
            </span>
          )}
        </>
      )}
    </article>
  );
}

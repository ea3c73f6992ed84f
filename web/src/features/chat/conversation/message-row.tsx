import { memo } from 'react';
import type { ChatMessage } from 'shared-types/chat';
import { Answer } from './answer.tsx';
import styles from './messages.module.css';

export const MessageRow = memo(function MessageRow({ message }: { message: ChatMessage }) {
  if (message.senderRole === 'ASSISTANT') return <Answer message={message} />;
  if (message.senderRole === 'SYSTEM') return <p className={styles.note}>{message.text}</p>;
  return (
    <article className={styles.question}>
      <h2 className="unseen">You</h2>
      <p>{message.text}</p>
    </article>
  );
});

import { memo } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { Answer } from '../answer/answer.tsx';
import styles from './messages.module.css';
import { Question } from './question.tsx';

interface MessageRowProps {
  message: ChatMessage;
  answer: ChatMessage | undefined;
}

export const MessageRow = memo(function MessageRow({ message, answer }: MessageRowProps) {
  if (message.senderRole === 'ASSISTANT') return <Answer message={message} />;
  if (message.senderRole === 'SYSTEM') return <p className={styles.note}>{message.text}</p>;
  return <Question message={message} answer={answer} />;
});

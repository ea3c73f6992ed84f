import { memo } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { Answer } from '../answer/answer.tsx';
import styles from './messages.module.css';
import { Question } from '../question/question.tsx';

interface MessageRowProps {
  message: ChatMessage;
  answer: ChatMessage | undefined;
  isLast: boolean;
}

export const MessageRow = memo(function MessageRow({ message, answer, isLast }: MessageRowProps) {
  if (message.senderRole === 'ASSISTANT') return <Answer message={message} isLast={isLast} />;
  if (message.senderRole === 'SYSTEM')
    return (
      <p className={styles.note} dir="auto">
        {message.text}
      </p>
    );
  return <Question message={message} answer={answer} />;
});

import type { ChatMessage } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import styles from '../../messages/messages.module.css';
import { ThinkingFace } from '../faces.tsx';
import { StopButton } from '../stop-button.tsx';

interface AnswerProgressProps {
  message: ChatMessage;
  isLast: boolean;
  isThinking: boolean;
}

/** The state of an answer that is not final. The button that stops the last one stands in the place of Send. */
export default function AnswerProgress({ message, isLast, isThinking }: AnswerProgressProps) {
  return (
    <p className={styles.meta} data-uncopied>
      <ThinkingFace />
      <span>{message.isWaiting ? 'Waiting for a free slot…' : isThinking ? 'Thinking…' : 'Writing…'}</span>
      {!isLast && !isSettled(message) && <StopButton message={message} />}
    </p>
  );
}

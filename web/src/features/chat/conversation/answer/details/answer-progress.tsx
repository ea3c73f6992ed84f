import type { ChatMessage } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import { retryText } from '../../../format.ts';
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
      <span>{progressText(message, isThinking)}</span>
      {!isLast && !isSettled(message) && <StopButton message={message} />}
    </p>
  );
}

function progressText({ isWaiting, retry }: ChatMessage, isThinking: boolean) {
  if (isWaiting) return 'Waiting for a free slot…';
  if (retry) return retryText(retry);
  return isThinking ? 'Thinking…' : 'Writing…';
}

import type { ChatMessage } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import { formatDuration } from '../../../../../lib/format-duration.ts';
import { useNow } from '../../../../../lib/use-now.ts';
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
  const now = useNow(1_000);
  return (
    <p className={styles.meta} data-uncopied>
      <ThinkingFace />
      <span>{progressText(message, isThinking, now)}</span>
      {!isLast && !isSettled(message) && <StopButton message={message} />}
    </p>
  );
}

/** A shorter wait is not counted. */
const countedMs = 10_000;

function progressText({ isWaiting, retry, askedAt }: ChatMessage, isThinking: boolean, now: number) {
  if (isWaiting) return 'Waiting for a free slot…';
  if (retry) return retryText(retry);
  if (!isThinking) return 'Writing…';
  const waitedMs = askedAt === undefined ? 0 : now - askedAt;
  return waitedMs < countedMs ? 'Thinking…' : `Thinking for ${formatDuration(waitedMs)}…`;
}

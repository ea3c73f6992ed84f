import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';
import { memoryStart, sensesOf } from './memory-start.ts';
import { MessageRow } from './message-row.tsx';
import styles from './messages.module.css';
import { useMessages } from './use-messages.ts';
import { useReverseScroll } from './use-reverse-scroll.ts';
import { modelsQuery } from '../../queries.ts';
import { chatErrorMessage } from '../../format.ts';

const SentElsewhere = onDemand(() => import('./sent-elsewhere.ts'));
const Announcement = onDemand(() => import('./announcement.tsx'));

interface MessageListProps {
  sessionId: string;
  conversation: Pick<ChatSession, 'memorySize' | 'chatModal'> | undefined;
  /** Counts the messages sent from this page. Each one scrolls to the end. */
  sentCount: number;
}

/** The messages, oldest to newest. The box scrolls from its end, so that loading older messages moves nothing. */
export function MessageList({ sessionId, conversation, sentCount }: MessageListProps) {
  const { messages, status, error, isUnloaded, loadOlder, retry } = useMessages(sessionId);
  const box = useRef<HTMLDivElement>(null);
  const isAway = useReverseScroll(box, loadOlder);
  const jump = () => box.current?.scrollTo({ top: 0 });
  useEffect(() => {
    if (sentCount > 0) box.current?.scrollTo({ top: 0 });
  }, [sentCount]);
  // A model may read a file as it is, or as its text, which is shorter. Without files nothing depends on that.
  const { data: models } = useQuery({ ...modelsQuery, enabled: messages.some(({ files }) => files?.length) });
  const senses = sensesOf(models?.find(({ code }) => code === conversation?.chatModal));
  const remembered = conversation && memoryStart(messages, conversation.memorySize, senses);
  const last = messages.at(-1);
  const editable = last && isSettled(last) && last.senderRole === 'ASSISTANT' ? last : undefined;
  const [isFollowing, setFollowing] = useState(false);
  if (!isFollowing && last && !isSettled(last)) setFollowing(true);
  const memory = conversation && <MemoryLine size={conversation.memorySize} />;
  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.box} role="log" aria-live="off" aria-label="Conversation" tabIndex={0}>
        <div className={styles.column}>
          <p className={styles.status}>
            <span data-load={isUnloaded ? 'again' : undefined}>{status}</span>
            {error && (
              <span data-load="again">
                <span className={styles.reason}> {chatErrorMessage(error)} </span>
                <LinkButton onClick={retry}>Retry</LinkButton>
              </span>
            )}
            {isUnloaded && (
              <span className={styles.unloaded}>
                {' '}
                This conversation is not stored on this device. It appears when the site responds again.
              </span>
            )}
          </p>
          {messages.map((message, index) => (
            <Fragment key={message.sessionMessageId}>
              {message.sessionMessageId === remembered && memory}
              <MessageRow
                message={message}
                answer={index === messages.length - 2 ? editable : undefined}
                isLast={message === last}
              />
            </Fragment>
          ))}
          {remembered === 'next' && memory}
        </div>
      </div>
      {isAway && (
        <button type="button" className={styles.jump} onClick={jump}>
          Show latest
        </button>
      )}
      <LazyPart failure={null}>
        <SentElsewhere sessionId={sessionId} newest={last} />
        {/* Nothing is announced before an answer is awaited, so its code loads then. */}
        <output className="unseen">{isFollowing && <Announcement messages={messages} />}</output>
      </LazyPart>
    </div>
  );
}

function MemoryLine({ size }: { size: number }) {
  return (
    <p className={styles.memory} data-uncopied>
      <span>{`The model sees the messages from here (${size} earlier)`}</span>
    </p>
  );
}

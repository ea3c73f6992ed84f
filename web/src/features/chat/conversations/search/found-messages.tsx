import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { FoundMessage } from 'shared-types/contract/chat/search';
import { messagePage } from 'shared-types/rules/chat/page';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { formatAge, timeAttributes } from '../../../../lib/format-time.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { formatCount } from '../../format.ts';
import styles from './found-messages.module.css';
import { MarkedText } from './marked-text.tsx';
import { messageSearchQuery } from './search-query.ts';

/**
 * The messages that a search has found, below the titles of their conversations. The conversation with the newest one stands
 * first. Each message leads to its place in its conversation.
 */
export function FoundMessages({ text }: { text: string }) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...messageSearchQuery(text),
    placeholderData: keepPreviousData,
  });
  const found = data?.pages.flatMap(({ messages }) => messages) ?? [];
  // The messages come newest first, and a conversation of an earlier page gets those of the next one, too.
  const conversations = Map.groupBy(found, ({ sessionMessageId }) => conversationIdOf(sessionMessageId));
  const [{ total, remaining } = { total: 0, remaining: 0 }] = data?.pages ?? [];
  if (text === '') return null;
  return (
    <section className={styles.found} aria-label="Messages">
      <h2>Messages</h2>
      {error && <Failure what="Could not search the messages." error={error} onRetry={() => void refetch()} />}
      {[...conversations].map(([sessionId, messages]) => (
        <FoundConversation key={sessionId} sessionId={sessionId} messages={messages} search={text} />
      ))}
      {isPending && <Skeleton rows={3} />}
      {hasNextPage && (
        <Button aria-busy={isFetchingNextPage} onClick={() => isFetchingNextPage || void fetchNextPage()}>
          Show more
        </Button>
      )}
      <output className={styles.end}>
        {remaining > 0
          ? 'Searching older messages…'
          : data &&
            (total === 0 ? 'No matching messages.' : total === 1 ? '1 message' : `${formatCount(total)} messages`)}
      </output>
      {data && remaining === 0 && (total === 0 || hasNextPage) && (
        <p className={styles.end}>
          Quotes keep words together, and <code>title:</code> looks in titles:{' '}
          <code>&quot;green tea&quot; title:garden</code>
        </p>
      )}
    </section>
  );
}

interface FoundConversationProps {
  sessionId: string;
  messages: FoundMessage[];
  search: string;
}

function FoundConversation({ sessionId, messages, search }: FoundConversationProps) {
  const titleId = useId();
  return (
    <>
      <h3 id={titleId} className={styles.title}>
        <Link dir="auto" to={`/chat?sessionId=${sessionId}`}>
          {messages[0]?.title}
        </Link>
      </h3>
      <ul aria-labelledby={titleId}>
        {messages.map((message) => (
          <FoundRow key={message.sessionMessageId} message={message} search={search} />
        ))}
      </ul>
    </>
  );
}

function FoundRow({ message, search }: { message: FoundMessage; search: string }) {
  const { sessionMessageId, senderRole, createTime, excerpt } = message;
  const now = useNow();
  return (
    <li>
      <p className={styles.excerpt} dir="auto">
        <Link data-key="o" to={messagePage(sessionMessageId, search)}>
          <MarkedText text={excerpt} search={search} />
        </Link>
      </p>
      <span className={styles.aside}>
        {senderRole === 'USER' ? 'You' : 'Assistant'} ·{' '}
        <time {...timeAttributes(createTime)}>{formatAge(createTime, now)}</time>
      </span>
    </li>
  );
}

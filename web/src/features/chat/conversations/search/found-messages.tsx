import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { FoundMessage } from 'shared-types/contract/chat/search';
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

/** The messages that a search has found. Each leads to its place in its conversation. */
export function FoundMessages({ text }: { text: string }) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...messageSearchQuery(text),
    placeholderData: keepPreviousData,
  });
  const found = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const [{ total, remaining } = { total: 0, remaining: 0 }] = data?.pages ?? [];
  if (text === '') return null;
  return (
    <section className={styles.found} aria-label="Messages">
      <h2>Messages</h2>
      {error && <Failure what="Could not search the messages." error={error} onRetry={() => void refetch()} />}
      <ul>
        {found.map((message) => (
          <FoundRow key={message.sessionMessageId} message={message} search={text} />
        ))}
      </ul>
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
    </section>
  );
}

function FoundRow({ message, search }: { message: FoundMessage; search: string }) {
  const { sessionMessageId, title, senderRole, createTime, excerpt } = message;
  const now = useNow();
  const address = new URLSearchParams({
    sessionId: conversationIdOf(sessionMessageId),
    find: search,
    message: sessionMessageId,
  });
  return (
    <li>
      <Link data-key="o" dir="auto" to={`/chat?${address}`}>
        {title}
      </Link>
      <p className={styles.excerpt} dir="auto">
        <MarkedText text={excerpt} search={search} />
      </p>
      <span className={styles.aside}>
        {senderRole === 'USER' ? 'You' : 'Assistant'} ·{' '}
        <time {...timeAttributes(createTime)}>{formatAge(createTime, now)}</time>
      </span>
    </li>
  );
}

import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { sessionQuery } from '../../../api/session.ts';
import { formatAge, timeAttributes } from '../../../lib/format-time.ts';
import { useTwoPanes } from '../../../layout/use-two-panes.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from '../../../ui/content/live-rows.module.css';

/** A column of the home page, in a wide window, has room for more. */
const maxConversations = { narrow: 3, wide: 8 };

/**
 * The first page of the list of conversations, under the key of that list, so that a change of it in this tab or in another one
 * shows here, too. The rest of the list is not asked for again.
 */
const latestQuery = infiniteQueryOptions({
  queryKey: ['chat', 'sessions'],
  meta: { part: 'conversations' },
  queryFn: ({ signal }) => call('GET /api/chat/session/list', { signal }),
  initialPageParam: null,
  getNextPageParam: () => undefined,
});

export function useLatest() {
  const { data: user, isPending } = useQuery(sessionQuery);
  const latest = useInfiniteQuery({ ...latestQuery, enabled: user !== undefined });
  return { user, latest: latest.data?.pages.flat(), isLoading: isPending || latest.isLoading, error: latest.error };
}

/** The last conversations, each a tap away. */
export function LatestConversations() {
  const { latest = [], error } = useLatest();
  const now = useNow();
  const most = useTwoPanes() ? maxConversations.wide : maxConversations.narrow;
  if (latest.length === 0) return error && <Failure what="Could not load the conversations." error={error} />;
  return (
    <ul className={styles.rows}>
      {latest.slice(0, most).map(({ sessionId, title, updateTime }) => (
        <li key={sessionId}>
          <Link className={styles.row} to={`/chat?sessionId=${sessionId}`}>
            <span className={styles.text} dir="auto">
              {title}
            </span>
            <time className={styles.aside} {...timeAttributes(updateTime)}>
              {formatAge(updateTime, now)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}

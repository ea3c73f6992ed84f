import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';
import { formatAge } from '../../lib/format-time.ts';
import { formatUnread } from '../../lib/format-unread.ts';
import { useNow } from '../../lib/use-now.ts';

const summaryQuery = queryOptions({
  queryKey: ['ljmonitor', 'summary'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/summary', { signal }),
});

const description = 'Track second-hand listings';

/** The unread houses. When they cannot be loaded, the line describes the tool instead. */
export function MonitorLine() {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);
  const { data: summary, isLoading } = useQuery({ ...summaryQuery, enabled: user !== undefined });
  const now = useNow();
  if (isSessionPending || isLoading) return <>&nbsp;</>;
  if (!summary) return description;
  const { unread, communities, lastRefreshSuccessAt } = summary;
  if (communities === 0) return `${description} · no communities yet`;
  return (
    <>
      <strong>{formatUnread(unread)} unread</strong> in {communities} {communities === 1 ? 'community' : 'communities'}
      {lastRefreshSuccessAt !== null && <> · refreshed {formatAge(lastRefreshSuccessAt, now)}</>}
    </>
  );
}

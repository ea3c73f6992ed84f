import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';
import { formatAge } from '../../lib/format-time.ts';
import { useNow } from '../../lib/use-now.ts';

const lastSessionQuery = queryOptions({
  queryKey: ['chat', 'last'],
  queryFn: async ({ signal }) => (await call('GET /api/chat/session/list', { signal }))[0] ?? null,
});

const description = 'Conversations with an assistant';

/** The last conversation. Nobody is told that this line failed: it says what the tool is for instead. */
export function ChatLine() {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);
  const { data: last, isLoading } = useQuery({ ...lastSessionQuery, enabled: user !== undefined });
  const now = useNow();
  if (isSessionPending || isLoading) return <>&nbsp;</>;
  if (last === undefined) return description;
  if (last === null) return `${description}: none yet`;
  return (
    <>
      Last: <strong>{last.title}</strong> · {formatAge(last.updateTime, now)}
    </>
  );
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';
import { formatAge } from '../../lib/format-time.ts';
import { useNow } from '../../lib/use-now.ts';

const latestConversationQuery = queryOptions({
  queryKey: ['chat', 'last'],
  queryFn: async ({ signal }) => (await call('GET /api/chat/session/list', { signal }))[0] ?? null,
});

const description = 'Chat with an AI assistant';

/** The latest conversation. When it cannot be loaded, the line describes the tool instead. */
export function ChatLine() {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);
  const { data: latest, isLoading } = useQuery({ ...latestConversationQuery, enabled: user !== undefined });
  const now = useNow();
  if (isSessionPending || isLoading) return <>&nbsp;</>;
  if (latest === undefined) return description;
  if (latest === null) return `${description} · no conversations yet`;
  return (
    <>
      Last: <strong>{latest.title}</strong> · {formatAge(latest.updateTime, now)}
    </>
  );
}

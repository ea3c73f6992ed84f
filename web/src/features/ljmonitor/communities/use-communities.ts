import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { retryInterval } from '../../../api/query-client.ts';
import { houseQueries, communitiesQuery, summaryQueries } from '../queries.ts';

const followMs = 2_000;
const followForMs = 60_000;

interface Followed {
  added: Resblock;
  until: number;
}

/**
 * The communities, and how to follow one that was just added: its houses come by and by, until it has been read once
 * more. So the communities and the houses are asked again every 2 s, for a minute at most. The unread ones, which the
 * server has to count, only when one of the communities has changed.
 */
export function useCommunities() {
  const client = useQueryClient();
  const [followed, setFollowed] = useState<Followed>();
  const query = useQuery({
    ...communitiesQuery,
    refetchInterval: (asked) => retryInterval(asked) || (isAwaited(followed, asked.state.data) && followMs),
  });
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (!followed || dataUpdatedAt > followed.until) return;
    void client.invalidateQueries(houseQueries);
  }, [client, followed, dataUpdatedAt]);
  useEffect(() => {
    if (followed && data) void client.invalidateQueries(summaryQueries);
  }, [client, followed, data]);
  const follow = useCallback((added: Resblock) => setFollowed({ added, until: Date.now() + followForMs }), []);
  return [query, follow] as const;
}

const isAwaited = (followed: Followed | undefined, list: Resblock[] | undefined) =>
  followed !== undefined &&
  Date.now() < followed.until &&
  list?.find(({ resblockId }) => resblockId === followed.added.resblockId)?.lastCompleteAt ===
    followed.added.lastCompleteAt;

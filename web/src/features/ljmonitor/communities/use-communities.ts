import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { retryInterval } from '../../../api/query-client.ts';
import { updateHouses } from '../optimistic-updates.ts';
import { dropCommunity } from '../houses/house-pages.ts';
import { communitiesQuery, houseQueries, summaryQueries, summaryQuery } from '../queries.ts';

const pollMs = 2_000;
const maxFollowMs = 60_000;

interface FollowedCommunity {
  added: Resblock;
  until: number;
}

/**
 * Returns the communities, and a function that follows a community that was just added. Its houses arrive one page at a
 * time, so the communities and the houses load again every 2 s, for a minute at most, until its first crawl is
 * complete. The unread counts are expensive for the server, so they load again only after a community has changed.
 */
export function useCommunities() {
  const client = useQueryClient();
  const [followed, setFollowed] = useState<FollowedCommunity>();
  const query = useQuery({
    ...communitiesQuery,
    refetchInterval: (running) => retryInterval(running) || (isIncomplete(followed, running.state.data) && pollMs),
  });
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (!followed || dataUpdatedAt > followed.until) return;
    void client.invalidateQueries(houseQueries);
  }, [client, followed, dataUpdatedAt]);
  useEffect(() => {
    if (followed && data) void client.invalidateQueries(summaryQueries);
  }, [client, followed, data]);
  useFollowedNumber(data?.length, dataUpdatedAt);
  useHousesOf(data);
  const follow = useCallback((added: Resblock) => setFollowed({ added, until: Date.now() + maxFollowMs }), []);
  return [query, follow] as const;
}

/** Asks for the communities when a newer summary counts another number of them: another user has added or deleted one. */
function useFollowedNumber(shown: number | undefined, shownAt: number) {
  const client = useQueryClient();
  const { data: summary, dataUpdatedAt } = useQuery(summaryQuery);
  const isNewer = dataUpdatedAt > shownAt;
  const isOther = isNewer && summary !== undefined && shown !== undefined && summary.communities !== shown;
  useEffect(() => {
    if (isOther) void client.invalidateQueries(communitiesQuery);
  }, [client, isOther]);
}

/** Takes the houses of a community out of the lists when the community has gone: another tab or another user has deleted it. */
function useHousesOf(communities: Resblock[] | undefined) {
  const client = useQueryClient();
  const last = useRef<Resblock[]>([]);
  useEffect(() => {
    if (!communities) return;
    const tracked = new Set(communities.map(({ resblockId }) => resblockId));
    const gone = last.current.filter(({ resblockId }) => !tracked.has(resblockId));
    last.current = communities;
    for (const { resblockId } of gone) updateHouses(client, dropCommunity(resblockId));
  }, [client, communities]);
}

const isIncomplete = (followed: FollowedCommunity | undefined, list: Resblock[] | undefined) =>
  followed !== undefined &&
  Date.now() < followed.until &&
  list?.find(({ resblockId }) => resblockId === followed.added.resblockId)?.lastCompleteAt ===
    followed.added.lastCompleteAt;

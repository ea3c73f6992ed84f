import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import type { Resblock, UnreadCount } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { dropCommunity, type HousePages, mapHouses, markReadAt } from '../houses/house-pages.ts';
import { inSequence } from '../../../ui/undo/in-sequence.ts';
import { updateHousesOptimistically } from '../optimistic-updates.ts';
import { communitiesQuery, houseQueries, monitorQueries, refreshStatusQuery } from '../queries.ts';
import { serverNow } from '../../../lib/server-clock.ts';

const putCommunity = ({ resblockId, origin }: AddedCommunity) =>
  call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId }, query: origin ? { origin } : {} });

interface AddedCommunity {
  resblockId: string;
  /** The site to read the community from, if it is not the configured one. */
  origin?: string;
}

/** Inserts a community into the cached list, at the end or at `index`. */
function useShowCommunity(index?: number) {
  const client = useQueryClient();
  return (added: Resblock) => {
    client.setQueryData(communitiesQuery.queryKey, (list = []) =>
      list.some(({ resblockId }) => resblockId === added.resblockId)
        ? list
        : list.toSpliced(index ?? list.length, 0, added),
    );
    void client.invalidateQueries(monitorQueries);
  };
}

/** The text leads to no community. The message says what to enter instead. */
export class RefusedLink extends Error {}

/**
 * Adds the community of an ID or a link. Its houses appear as the server reads them. Links to `watchedHosts`, the hosts of the
 * communities in the list, are accepted, too.
 */
export function useAddCommunity(watchedHosts: string[]) {
  const client = useQueryClient();
  const show = useShowCommunity();
  return useMutation({
    mutationFn: async (text: string) => {
      const { findCommunity } = await import('./find-community.ts');
      const configured = client.getQueryData(refreshStatusQuery.queryKey)?.listingOrigin;
      const found = await findCommunity(text, watchedHosts, configured);
      if (found.refusal !== undefined) throw new RefusedLink(found.refusal);
      return putCommunity(found);
    },
    onSuccess: show,
  });
}

/** Adds a deleted community again, in its old place. */
export function useRestoreCommunity({ resblockId }: Resblock, index: number) {
  const show = useShowCommunity(index);
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: (community: Resblock) => putCommunity({ resblockId: community.resblockId }),
    onSuccess: show,
  });
}

/** Optimistic update: the community and its houses disappear at once, and come back if the call fails. */
export function useDeleteCommunity({ resblockId }: Resblock) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: (community: Resblock) =>
      call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: community.resblockId } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: communitiesQuery.queryKey });
      const before = {
        communities: client.getQueryData(communitiesQuery.queryKey),
        houses: client.getQueriesData<HousePages>(houseQueries),
      };
      client.setQueryData(communitiesQuery.queryKey, (list) => list?.filter((each) => each.resblockId !== resblockId));
      await updateHousesOptimistically(client, dropCommunity(resblockId));
      return before;
    },
    onError: (_, __, before) => {
      client.setQueryData(communitiesQuery.queryKey, before?.communities);
      for (const [key, houses] of before?.houses ?? []) client.setQueryData(key, houses);
    },
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

/** Marks the houses of a community as read, except those that changed after the given count. */
export function useMarkCommunityRead({ resblockId }: Resblock) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: ({ asOf }: UnreadCount) =>
      call('PUT /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, body: { asOf } }),
    onMutate: ({ asOf }) =>
      updateHousesOptimistically(
        client,
        mapHouses((house) =>
          house.resblockId === resblockId && house.updateTime <= asOf && isUnread(house)
            ? markReadAt(house, serverNow())
            : house,
        ),
      ),
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

/** Undoes the mark with the same `asOf`. The server ignores it if a newer mark replaced that one. */
export function useUndoMarkCommunityRead({ resblockId }: Resblock) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: ({ asOf }: UnreadCount) =>
      call('DELETE /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, query: { asOf } }),
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

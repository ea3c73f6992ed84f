import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import type { House, UnreadCount, Resblock } from 'shared-types/contract/ljmonitor';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import { call } from '../../api/call.ts';
import {
  type HousePages,
  planReadAll,
  markReadAt,
  splitIntoBatches,
  mapHouse,
  mapHouses,
  dropCommunity,
} from './houses/house-pages.ts';
import {
  houseQueries,
  monitorQueries,
  refreshStatusQuery,
  communitiesQuery,
  summaryQueries,
  summaryQuery,
} from './queries.ts';

/** The contract's own number: its type is imported, so another one does not compile. */

/** Fewer unread houses in the communities of these, until the server has counted again. */
const subtractUnread = (client: QueryClient, read: House[]) =>
  client.setQueryData(
    summaryQuery.queryKey,
    (counted) =>
      counted && {
        ...counted,
        unreadByResblock: counted.unreadByResblock.map((news) => ({
          ...news,
          unread: news.unread - read.filter(({ resblockId }) => resblockId === news.resblockId).length,
        })),
      },
  );

export const hasData = ({ state }: Query) => state.data !== undefined;

type HouseChange = ReturnType<typeof mapHouses>;

/** Shows a change in every list of houses at once. */
export const updateHouses = (client: QueryClient, change: HouseChange) =>
  client.setQueriesData<HousePages>({ queryKey: houseQueries.queryKey }, change);

/** The same, before the server knows: a list that is just being asked would bring the old state back. */
export async function updateHousesOptimistically(client: QueryClient, change: HouseChange) {
  // Not one that is asked for the first time: nobody would ask for it again.
  await client.cancelQueries({ ...houseQueries, predicate: hasData });
  updateHouses(client, change);
}

/** Changes in the same scope go to the server one after the other: an undo must not overtake what it undoes. */
export const inSequence = (id: string | undefined) => (id === undefined ? {} : { scope: { id } });

/** Adds a community: there at once, its houses as they are read. With an id: only ever this one, back in its place. */
export function useAddCommunity(only?: string, index?: number) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(only),
    mutationFn: (resblockId: string) => call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } }),
    onSuccess: (added) => {
      client.setQueryData(communitiesQuery.queryKey, (list = []) =>
        list.some(({ resblockId }) => resblockId === added.resblockId)
          ? list
          : list.toSpliced(index ?? list.length, 0, added),
      );
      void client.invalidateQueries(monitorQueries);
    },
  });
}

/** Takes a community and its houses off the screen, then off the server; back again if that fails. */
export function useDeleteCommunity({ resblockId }: Resblock) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: () => call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: communitiesQuery.queryKey });
      const before = {
        resblocks: client.getQueryData(communitiesQuery.queryKey),
        houses: client.getQueriesData<HousePages>(houseQueries),
      };
      client.setQueryData(communitiesQuery.queryKey, (list) => list?.filter((each) => each.resblockId !== resblockId));
      await updateHousesOptimistically(client, dropCommunity(resblockId));
      return before;
    },
    onError: (_, __, before) => {
      client.setQueryData(communitiesQuery.queryKey, before?.resblocks);
      for (const [key, houses] of before?.houses ?? []) client.setQueryData(key, houses);
    },
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

const markUnread = (houseId: string) => call('DELETE /api/ljmonitor/house/{houseId}/read', { params: { houseId } });

/**
 * Marks a house read, or takes the mark back: at once, and undone if the server did not take it. A house that changed
 * since it was shown stays unread: nobody has seen it as it is now.
 */
export function useMarkHouse(mark: 'read' | 'unread', { houseId: only }: House) {
  const client = useQueryClient();
  const settle = (houseId: string, readTime: number | null) => {
    updateHouses(
      client,
      mapHouse(houseId, (house) => ({ ...house, readTime })),
    );
    void client.invalidateQueries(summaryQueries);
  };
  return useMutation({
    ...inSequence(only),
    mutationFn: async ({ houseId, updateTime }: House) => {
      if (mark === 'unread') return markUnread(houseId);
      const read = await call('PUT /api/ljmonitor/house/{houseId}/read', { params: { houseId } });
      return read.updateTime === updateTime ? read : markUnread(houseId);
    },
    onMutate: (house) => {
      if (mark === 'read') subtractUnread(client, [house]);
      return updateHousesOptimistically(
        client,
        mapHouse(house.houseId, (each) =>
          mark === 'read' ? markReadAt(each, Date.now()) : { ...each, readTime: null },
        ),
      );
    },
    onSuccess: (answer, { houseId, updateTime }) => {
      settle(houseId, answer.readTime);
      // A row alone would then be newer than the list that it stands in, and 'read all' counts on its moment.
      if (answer.updateTime !== updateTime) void client.invalidateQueries(houseQueries);
    },
    onError: (_, { houseId, readTime }) => settle(houseId, readTime),
  });
}

/** Marks all houses of a community read as they were when they were counted. */
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
            ? markReadAt(house, Date.now())
            : house,
        ),
      ),
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

/** Takes just this mark back. */
export function useUndoMarkCommunityRead({ resblockId }: Resblock) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(resblockId),
    mutationFn: ({ asOf }: UnreadCount) =>
      call('DELETE /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, query: { asOf } }),
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

export interface LoadedHouses {
  pages: House[][];
  shown: House[];
  /** How many unread houses are in view but not loaded yet; undefined where nobody knows. */
  below: number | undefined;
}

const unreadOf = ({ pages, shown }: LoadedHouses) => planReadAll(pages, shown).flatMap((reading) => reading.unread);

/** Marks the rows on screen read; gives back what they were, for 'undo'. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (loaded: LoadedHouses) => {
      for (const { asOf, unread } of planReadAll(loaded.pages, loaded.shown))
        for (const slice of splitIntoBatches(unread, maxHousesPerBatch))
          await call('POST /api/ljmonitor/batch/readAllHouse', {
            body: { houseIdList: slice.map(({ houseId }) => houseId), asOf },
          });
      return unreadOf(loaded);
    },
    onMutate: async (loaded) => {
      const unread = unreadOf(loaded);
      const ids = new Set(unread.map(({ houseId }) => houseId));
      subtractUnread(client, unread);
      await updateHousesOptimistically(
        client,
        mapHouses((house) => (ids.has(house.houseId) ? markReadAt(house, Date.now()) : house)),
      );
    },
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

/** Puts back the read times that 'read all' changed. */
export function useUndoMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (before: House[]) => {
      for (const slice of splitIntoBatches(before, maxHousesPerBatch))
        await call('POST /api/ljmonitor/batch/unreadHouse', {
          body: { houses: slice.map(({ houseId, readTime }) => ({ houseId, readTime })) },
        });
    },
    onMutate: async (before) => {
      const times = new Map(before.map(({ houseId, readTime }) => [houseId, readTime]));
      await updateHousesOptimistically(
        client,
        mapHouses((house) => {
          const readTime = times.get(house.houseId);
          return readTime === undefined ? house : { ...house, readTime };
        }),
      );
    },
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

/** Starts a refresh, or joins the one under way. Everything on the page is asked again at once. */
export function useRefreshAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/ljmonitor/batch/refreshAllHouse'),
    onSuccess: async (status) => {
      await client.cancelQueries({ queryKey: refreshStatusQuery.queryKey });
      client.setQueryData(refreshStatusQuery.queryKey, status);
      void client.invalidateQueries(monitorQueries);
    },
  });
}

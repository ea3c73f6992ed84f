import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { House, longestBatch, Resblock } from 'shared-types/ljmonitor';
import { call } from '../../api/call.ts';
import { readAllOf, readAt, slicesOf, withHouse, withHouses, withoutResblock } from './house-list.ts';
import { everything, housesQuery, refreshStatusQuery, resblocksQuery, summaryQuery } from './queries.ts';

/** The contract's own number: its type is imported, so another one does not compile. */
const sliceLength: typeof longestBatch = 500;

/** Shows a change of the houses at once; a list that is just being asked would bring the old state back. */
async function showHouses(client: QueryClient, change: ReturnType<typeof withHouses>) {
  await client.cancelQueries({ queryKey: housesQuery.queryKey });
  client.setQueryData(housesQuery.queryKey, change);
}

/** Adds a community: there at once, its houses as they are read. */
export function useAddResblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (resblockId: string) => call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } }),
    onSuccess: (added) => {
      client.setQueryData(resblocksQuery.queryKey, (list = []) => [
        ...list.filter(({ resblockId }) => resblockId !== added.resblockId),
        added,
      ]);
      void client.invalidateQueries(everything);
    },
  });
}

/** Takes a community and its houses off the screen, then off the server; back again if that fails. */
export function useRemoveResblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ resblockId }: Resblock) =>
      call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } }),
    onMutate: async ({ resblockId }) => {
      await client.cancelQueries({ queryKey: resblocksQuery.queryKey });
      const before = {
        resblocks: client.getQueryData(resblocksQuery.queryKey),
        houses: client.getQueryData(housesQuery.queryKey),
      };
      client.setQueryData(resblocksQuery.queryKey, (list) => list?.filter((each) => each.resblockId !== resblockId));
      await showHouses(client, withoutResblock(resblockId));
      return before;
    },
    onError: (_, __, before) => {
      client.setQueryData(resblocksQuery.queryKey, before?.resblocks);
      client.setQueryData(housesQuery.queryKey, before?.houses);
    },
    onSettled: () => void client.invalidateQueries(everything),
  });
}

/** Marks a house read, or takes the mark back: at once, and undone if the server did not take it. */
export function useReadMark(mark: 'read' | 'unread') {
  const client = useQueryClient();
  const settle = (houseId: string, change: (house: House) => House) => {
    client.setQueryData(housesQuery.queryKey, withHouse(houseId, change));
    void client.invalidateQueries({ queryKey: summaryQuery.queryKey });
  };
  return useMutation({
    mutationFn: ({ houseId }: House) =>
      mark === 'read'
        ? call('PUT /api/ljmonitor/house/{houseId}/read', { params: { houseId } })
        : call('DELETE /api/ljmonitor/house/{houseId}/read', { params: { houseId } }),
    onMutate: ({ houseId }) =>
      showHouses(
        client,
        withHouse(houseId, (house) => (mark === 'read' ? readAt(house, Date.now()) : { ...house, readTime: null })),
      ),
    onSuccess: (answer) => settle(answer.houseId, () => answer),
    onError: (_, { houseId, readTime }) => settle(houseId, (house) => ({ ...house, readTime })),
  });
}

/** Marks the rows on screen read; gives back what they were, for 'undo'. */
export function useReadAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (shown: House[]) => {
      const { unread, asOf } = readAllOf(shown);
      for (const slice of slicesOf(unread, sliceLength))
        await call('POST /api/ljmonitor/batch/readAllHouse', {
          body: { houseIdList: slice.map(({ houseId }) => houseId), asOf },
        });
      return unread;
    },
    onMutate: async (shown) => {
      const ids = new Set(readAllOf(shown).unread.map(({ houseId }) => houseId));
      await showHouses(
        client,
        withHouses((house) => (ids.has(house.houseId) ? readAt(house, Date.now()) : house)),
      );
    },
    onSettled: () => void client.invalidateQueries(everything),
  });
}

/** Puts back the read times that 'read all' changed. */
export function useUndoReadAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (before: House[]) => {
      for (const slice of slicesOf(before, sliceLength))
        await call('POST /api/ljmonitor/batch/unreadHouse', {
          body: { houses: slice.map(({ houseId, readTime }) => ({ houseId, readTime })) },
        });
    },
    onMutate: async (before) => {
      const times = new Map(before.map(({ houseId, readTime }) => [houseId, readTime]));
      await showHouses(
        client,
        withHouses((house) => {
          const readTime = times.get(house.houseId);
          return readTime === undefined ? house : { ...house, readTime };
        }),
      );
    },
    onSettled: () => void client.invalidateQueries(everything),
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
      void client.invalidateQueries(everything);
    },
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { mapHouses, markReadAt, planReadAll, splitIntoBatches } from '../houses/house-pages.ts';
import { subtractUnread, updateHousesOptimistically } from '../optimistic-updates.ts';
import { monitorQueries } from '../queries.ts';
import { serverNow } from '../../../lib/server-clock.ts';

/** The houses that the browser has loaded. */
export interface LoadedHouses {
  pages: House[][];
  /** The loaded houses that match the filters. */
  shown: House[];
  /** The number of unread houses that match but are not loaded yet; undefined when a filter makes it unknown. */
  below: number | undefined;
}

const unreadIn = ({ pages, shown }: LoadedHouses) => planReadAll(pages, shown).flatMap(({ unread }) => unread);

/** Marks the shown houses as read. Returns them as they were before, for 'Undo'. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (loaded: LoadedHouses) => {
      for (const { asOf, unread } of planReadAll(loaded.pages, loaded.shown))
        for (const batch of splitIntoBatches(unread, maxHousesPerBatch))
          await call('POST /api/ljmonitor/batch/readAllHouse', {
            body: { houseIdList: batch.map(({ houseId }) => houseId), asOf },
          });
      return unreadIn(loaded);
    },
    onMutate: async (loaded) => {
      const unread = unreadIn(loaded);
      const ids = new Set(unread.map(({ houseId }) => houseId));
      subtractUnread(client, unread);
      await updateHousesOptimistically(
        client,
        mapHouses((house) => (ids.has(house.houseId) ? markReadAt(house, serverNow()) : house)),
      );
    },
    onSettled: () => void client.invalidateQueries(monitorQueries),
  });
}

/** Restores the read times that 'read all' changed. */
export function useUndoMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (before: House[]) => {
      for (const batch of splitIntoBatches(before, maxHousesPerBatch))
        await call('POST /api/ljmonitor/batch/unreadHouse', {
          body: { houses: batch.map(({ houseId, readTime }) => ({ houseId, readTime })) },
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

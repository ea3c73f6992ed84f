// The work of 'read all', which loads when the button is pressed.
import type { QueryClient } from '@tanstack/react-query';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { refetchMonitor } from '../house-list-queries.ts';
import { mapHouses, markReadAt } from '../houses/house-pages.ts';
import { subtractUnread, updateHousesOptimistically } from '../optimistic-updates.ts';
import { monitorQueries } from '../queries.ts';
import type { LoadedHouses } from './load-unread.ts';
import { planReadAll, splitIntoBatches } from './plan-read-all.ts';

export { loadUnread } from './load-unread.ts';

/** Makes the calls of an optimistic update. A failure loads everything again. */
async function settle(client: QueryClient, calls: () => Promise<void>) {
  try {
    await calls();
  } catch (error) {
    void client.invalidateQueries(monitorQueries);
    throw error;
  }
  refetchMonitor(client);
}

/** Marks the shown houses as read. Returns them as they were before, for 'Undo'. */
export async function markAllRead(client: QueryClient, { pages, shown }: LoadedHouses): Promise<House[]> {
  const batches = planReadAll(pages, shown);
  const before = batches.flatMap(({ unread }) => unread);
  const ids = new Set(before.map(({ houseId }) => houseId));
  subtractUnread(client, before);
  await updateHousesOptimistically(
    client,
    mapHouses((house) => (ids.has(house.houseId) ? markReadAt(house, serverNow()) : house)),
  );
  await settle(client, async () => {
    for (const { asOf, unread } of batches)
      for (const batch of splitIntoBatches(unread, maxHousesPerBatch))
        await call('POST /api/ljmonitor/batch/readAllHouse', {
          body: { houseIdList: batch.map(({ houseId }) => houseId), asOf },
        });
  });
  return before;
}

/** Restores the read times that 'read all' changed. */
export async function undoMarkAllRead(client: QueryClient, before: House[]) {
  const times = new Map(before.map(({ houseId, readTime }) => [houseId, readTime]));
  await updateHousesOptimistically(
    client,
    mapHouses((house) => {
      const readTime = times.get(house.houseId);
      return readTime === undefined ? house : { ...house, readTime };
    }),
  );
  await settle(client, async () => {
    for (const batch of splitIntoBatches(before, maxHousesPerBatch))
      await call('POST /api/ljmonitor/batch/unreadHouse', {
        body: { houses: batch.map(({ houseId, readTime }) => ({ houseId, readTime })) },
      });
  });
}

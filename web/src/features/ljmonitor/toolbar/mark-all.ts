// This file does the work of 'read all'. It loads when the button is pressed.
import type { QueryClient } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { refetchMonitor } from '../house-list-queries.ts';
import { mapHouses, markReadAt } from '../houses/house-pages.ts';
import { updateHousesOptimistically } from '../optimistic-updates.ts';
import { monitorQueries } from '../queries.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';
import { type LoadedHouses, type Loading, loadUnread } from './load-unread.ts';
import { planReadAll, splitIntoBatches } from './plan-read-all.ts';
import { subtractUnread } from './subtract-unread.ts';
import { describeUnreadBelow } from './texts.ts';

const describeMarked = (count: number, below: number | undefined) =>
  [`${count} marked as read`, describeUnreadBelow(below)].filter(Boolean).join(' · ');

/**
 * Marks all houses of the list as read, with a way back. It first loads more pages when it takes the whole list, or when none of
 * the loaded houses is unread. Returns 'none' when these had no unread house either.
 */
export async function readAll(
  client: QueryClient,
  loaded: LoadedHouses,
  loading: Loading,
): Promise<'marked' | 'none' | undefined> {
  const { href } = location;
  const found =
    !loading.takesAll && loaded.shown.some(isUnread)
      ? loaded
      : // The user may leave the page or change the filters meanwhile, and did not mean that list.
        await loadUnread(loaded, loading, () => location.href === href);
  if (!found) return undefined;
  if (!found.shown.some(isUnread)) return 'none';
  const marked = await markAllRead(client, found);
  showUndo(describeMarked(marked.length, found.below), () => undoMarkAllRead(client, marked));
  return 'marked';
}

let lastCalls: Promise<unknown> = Promise.resolve();

/**
 * Makes the calls of an optimistic update after those of the one before: an 'Undo' must not reach the server after the
 * 'read all' that was pressed next. A failure loads everything again.
 */
async function settle(client: QueryClient, calls: () => Promise<void>) {
  const done = lastCalls.then(calls);
  lastCalls = done.catch(() => undefined);
  try {
    await done;
  } catch (error) {
    void client.invalidateQueries(monitorQueries);
    throw error;
  }
  refetchMonitor(client);
}

interface Marked {
  /** The house as it was before. */
  house: House;
  /** The read time that it got from the server. */
  marked: number;
}

/** Marks the shown houses as read. Returns what it changed, for 'Undo'. */
async function markAllRead(client: QueryClient, { pages, shown }: LoadedHouses): Promise<Marked[]> {
  const batches = planReadAll(pages, shown);
  const before = batches.flatMap(({ unread }) => unread);
  const ids = new Set(before.map(({ houseId }) => houseId));
  const done: Marked[] = [];
  subtractUnread(client, before);
  await updateHousesOptimistically(
    client,
    mapHouses((house) => (ids.has(house.houseId) ? markReadAt(house, serverNow()) : house)),
  );
  await settle(client, async () => {
    for (const { asOf, unread } of batches)
      for (const batch of splitIntoBatches(unread, maxHousesPerBatch)) {
        const { readTime: marked } = await call('POST /api/ljmonitor/batch/readAllHouse', {
          body: { houseIdList: batch.map(({ houseId }) => houseId), asOf },
        });
        done.push(...batch.map((house) => ({ house, marked })));
      }
  });
  return done;
}

/** Restores the read times that 'read all' changed. */
async function undoMarkAllRead(client: QueryClient, changed: Marked[]) {
  const times = new Map(changed.map(({ house: { houseId, readTime } }) => [houseId, readTime]));
  await updateHousesOptimistically(
    client,
    mapHouses((house) => {
      const readTime = times.get(house.houseId);
      return readTime === undefined ? house : { ...house, readTime };
    }),
  );
  await settle(client, async () => {
    for (const batch of splitIntoBatches(changed, maxHousesPerBatch))
      await call('POST /api/ljmonitor/batch/unreadHouse', {
        body: { houses: batch.map(({ house: { houseId, readTime }, marked }) => ({ houseId, readTime, marked })) },
      });
  });
}

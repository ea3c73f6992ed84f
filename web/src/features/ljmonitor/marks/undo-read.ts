import type { QueryClient } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { mapHouse } from '../houses/house-pages.ts';
import { updateHousesAfterChange, updateHousesOptimistically } from '../optimistic-updates.ts';
import { houseQueries, summaryQueries } from '../queries.ts';

/** Stores the read time that a house had before. A mark that another browser has set since `marked` stays as it is. */
export const restoreRead = ({ houseId, readTime }: House, marked: number | null) =>
  call('POST /api/ljmonitor/batch/unreadHouse', {
    body: { houses: [{ houseId, readTime, marked: marked ?? undefined }] },
  });

export interface UndoneRead {
  /** The house as it was before. */
  house: House;
  /** The mark that is taken back. It may have failed. */
  read: Promise<Pick<House, 'readTime'>>;
}

/** Takes a mark back with an optimistic update: the house is as read as it was before. */
export async function undoRead(client: QueryClient, { house, read }: UndoneRead) {
  const unread = mapHouse(house.houseId, (each) => ({ ...each, readTime: house.readTime }));
  await updateHousesOptimistically(client, unread);
  const marked = await read.then(
    ({ readTime }) => readTime,
    // A mark that seems to have failed may be stored.
    () => null,
  );
  try {
    await restoreRead(house, marked);
  } catch (error) {
    void client.invalidateQueries(houseQueries);
    throw error;
  }
  updateHousesAfterChange(client, unread);
  void client.invalidateQueries(summaryQueries);
}

import type { ResblockStore } from '../communities/community-store.ts';
import type { IndexUpdate } from '../message.ts';
import type { RefreshQueue } from '../ports.ts';
import type { HouseStore } from './house-store.ts';

/** A message takes less time than the pause between two pages, so the pages of a reading are not delayed. */
const housesPerMessage = 50;

export interface IndexPorts {
  store: Pick<ResblockStore, 'findResblock'> & Pick<HouseStore, 'setIndexed'>;
  queue: RefreshQueue;
}

/**
 * Shows some houses of a community in the house index while it is tracked, and hides them otherwise; a message for the next
 * ones follows behind those that wait. A community that is added and deleted in quick succession may have two of these jobs at
 * work, so each checks again after its writes.
 */
export async function updateHouseIndex(
  { store, queue }: IndexPorts,
  { resblockId, afterHouseId }: Omit<IndexUpdate, 'kind'>,
): Promise<void> {
  const isTracked = async () => (await store.findResblock(resblockId)) !== undefined;
  let indexed = await isTracked();
  for (;;) {
    const last = await store.setIndexed(resblockId, indexed, { afterHouseId, limit: housesPerMessage });
    const isStill = await isTracked();
    if (isStill === indexed)
      return last === undefined ? undefined : queue.send({ kind: 'index', resblockId, afterHouseId: last });
    indexed = isStill;
  }
}

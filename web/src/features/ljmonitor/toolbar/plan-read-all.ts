import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

interface ReadAllBatch {
  /** The newest update that had been loaded: the user has not seen later versions. */
  asOf: number;
  unread: House[];
}

/**
 * Returns the batches that 'read all' sends: the unread houses among the shown ones. A house counts as seen at the time
 * its page was loaded. On the server's clock that is the newest update among its page and the pages before.
 */
export function planReadAll(pages: House[][], shown: House[]): ReadAllBatch[] {
  const wanted = new Set(shown.filter(isUnread).map(({ houseId }) => houseId));
  const batches: ReadAllBatch[] = [];
  let asOf = 0;
  for (const page of pages) {
    const newest = Math.max(asOf, ...page.map(({ updateTime }) => updateTime));
    const unread = page.filter(({ houseId }) => wanted.delete(houseId));
    const last = batches.at(-1);
    if (last?.asOf === newest) last.unread.push(...unread);
    else if (unread.length > 0) batches.push({ asOf: newest, unread });
    asOf = newest;
  }
  return batches;
}

export const splitIntoBatches = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, batch) => items.slice(batch * size, (batch + 1) * size));

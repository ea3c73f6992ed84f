import type { InfiniteData } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

/** The loaded pages of a list. The cursor of each page is the last house of the page before it. */
export type HousePages = InfiniteData<House[], House | null>;

/** Removes duplicates: a house that changes during pagination appears again on a later page. */
export function distinctHouses(pages: House[][]): House[] {
  const byId = new Map<string, House>();
  for (const house of pages.flat()) if (!byId.has(house.houseId)) byId.set(house.houseId, house);
  return [...byId.values()];
}

/** Marks a house as read now. The read time is later than the update time even if this machine's clock is behind. */
export const markReadAt = (house: House, now: number): House => ({
  ...house,
  readTime: Math.max(now, house.updateTime + 1),
});

/** Replaces each house by the result of `change`. Pages without a change keep their identity. */
export const mapHouses = (change: (house: House) => House) => (data: HousePages | undefined) =>
  data && {
    ...data,
    pages: data.pages.map((page) => {
      const changed = page.map(change);
      return changed.every((house, index) => house === page[index]) ? page : changed;
    }),
  };

export const mapHouse = (houseId: string, change: (house: House) => House) =>
  mapHouses((house) => (house.houseId === houseId ? change(house) : house));

/** Removes the houses of a community. A page may become empty here, which does not end the list. */
export const dropCommunity = (resblockId: string) => (data: HousePages | undefined) =>
  data && { ...data, pages: data.pages.map((page) => page.filter((house) => house.resblockId !== resblockId)) };

interface ReadAllBatch {
  /** The newest update that had been loaded: the user has not seen later versions. */
  asOf: number;
  unread: House[];
}

/**
 * The batches that 'read all' sends: the unread houses among the shown ones. A house counts as seen at the time its
 * page was loaded. On the server's clock that is the newest update among its page and the pages before.
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

import type { InfiniteData } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

/** The loaded pages of a list; each was asked for from the last house of the one before. */
export type HousePages = InfiniteData<House[], House | null>;

/** Every house once, in the list's order: one that changes while a person scrolls is met again. */
export function distinctHouses(pages: House[][]): House[] {
  const byId = new Map<string, House>();
  for (const house of pages.flat()) if (!byId.has(house.houseId)) byId.set(house.houseId, house);
  return [...byId.values()];
}

/** Read now, and later than its update whatever this machine's clock says. */
export const markReadAt = (house: House, now: number): House => ({
  ...house,
  readTime: Math.max(now, house.updateTime + 1),
});

/** The loaded pages with each house as `change` makes it; unchanged pages stay the same objects. */
export const mapHouses = (change: (house: House) => House) => (data: HousePages | undefined) =>
  data && {
    ...data,
    pages: data.pages.map((page) => {
      const changed = page.map(change);
      return changed.every((house, index) => house === page[index]) ? page : changed;
    }),
  };

/** The same for one house. */
export const mapHouse = (houseId: string, change: (house: House) => House) =>
  mapHouses((house) => (house.houseId === houseId ? change(house) : house));

/** The loaded pages without a community's houses. A page may become empty here: that is not the end of the list. */
export const dropCommunity = (resblockId: string) => (data: HousePages | undefined) =>
  data && { ...data, pages: data.pages.map((page) => page.filter((house) => house.resblockId !== resblockId)) };

interface ReadAllBatch {
  /** The newest update that was there: a house that was updated after it was not seen as it is now. */
  asOf: number;
  unread: House[];
}

/**
 * What 'read all' sends: the unread ones of the rows on screen. No house is read as of a later moment than its page
 * was loaded at; that moment is, by the server's clock, the newest update among its page and those loaded before.
 */
export function planReadAll(pages: House[][], shown: House[]): ReadAllBatch[] {
  const wanted = new Set(shown.filter(isUnread).map(({ houseId }) => houseId));
  const readings: ReadAllBatch[] = [];
  let asOf = 0;
  for (const page of pages) {
    const newest = Math.max(asOf, ...page.map(({ updateTime }) => updateTime));
    const unread = page.filter(({ houseId }) => wanted.delete(houseId));
    const last = readings.at(-1);
    if (last?.asOf === newest) last.unread.push(...unread);
    else if (unread.length > 0) readings.push({ asOf: newest, unread });
    asOf = newest;
  }
  return readings;
}

export const splitIntoBatches = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, slice) => items.slice(slice * size, (slice + 1) * size));

import type { InfiniteData } from '@tanstack/react-query';
import { isUnread } from 'shared-types/house';
import type { House } from 'shared-types/ljmonitor';

type Pages<Cursor> = InfiniteData<House[], Cursor> | undefined;

/** Every house once, in the list's order: one that changes while a person scrolls is met again. */
export function distinctHouses(pages: House[][]): House[] {
  const byId = new Map<string, House>();
  for (const house of pages.flat()) if (!byId.has(house.houseId)) byId.set(house.houseId, house);
  return [...byId.values()];
}

/** The houses of the ticked communities; with no box ticked, all of them. */
export const housesOf = (houses: House[], resblockIds: ReadonlySet<string>) =>
  resblockIds.size === 0 ? houses : houses.filter(({ resblockId }) => resblockIds.has(resblockId));

/** Read now, and later than its update whatever this machine's clock says. */
export const readAt = (house: House, now: number): House => ({
  ...house,
  readTime: Math.max(now, house.updateTime + 1),
});

/** The loaded pages with each house as `change` makes it; unchanged pages stay the same objects. */
export const withHouses =
  (change: (house: House) => House) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && {
      ...data,
      pages: data.pages.map((page) => {
        const changed = page.map(change);
        return changed.every((house, index) => house === page[index]) ? page : changed;
      }),
    };

/** The same for one house. */
export const withHouse = (houseId: string, change: (house: House) => House) =>
  withHouses((house) => (house.houseId === houseId ? change(house) : house));

/** The loaded pages without a community's houses. A page may become empty here: that is not the end of the list. */
export const withoutResblock =
  (resblockId: string) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && { ...data, pages: data.pages.map((page) => page.filter((house) => house.resblockId !== resblockId)) };

/** What 'read all' sends: the unread ones of the rows on screen, and the newest update among all of them. */
export const readAllOf = (shown: House[]) => ({
  unread: shown.filter(isUnread),
  asOf: Math.max(0, ...shown.map(({ updateTime }) => updateTime)),
});

export const slicesOf = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, slice) => items.slice(slice * size, (slice + 1) * size));

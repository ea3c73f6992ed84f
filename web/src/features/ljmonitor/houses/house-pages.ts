import type { InfiniteData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';
import { type HouseOrder, placeOf } from 'shared-types/rules/monitor/house-orders';

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

/**
 * Returns the loaded houses that follow `last`, up to the end of their page, so that a refetch asks only for what is above them.
 * It returns undefined when they are not loaded, when `last` has changed since, and on the first `minAsked` pages.
 */
export function keptPage(data: HousePages | undefined, last: House, minAsked: number): House[] | undefined {
  const pages = data?.pages ?? [];
  const isLast = ({ houseId, updateTime }: House) => houseId === last.houseId && updateTime === last.updateTime;
  const at = pages.findIndex((page) => page.some(isLast));
  if (at < 0 || at + 1 < minAsked) return undefined;
  const rest = pages[at]?.slice(pages[at].findIndex(isLast) + 1) ?? [];
  return rest.length > 0 ? rest : pages[at + 1];
}

interface PartOfList {
  order: HouseOrder;
  /** The house before the page; null for the first page. */
  after: House | null;
  isLast: boolean;
}

/**
 * Returns a page of unread houses with those of the loaded ones in their places that have been read meanwhile, so that no row moves
 * under the pointer when the list is asked for again.
 */
export function withReadRows(page: House[], loaded: readonly House[], { order, after, isLast }: PartOfList): House[] {
  const inOrder = (one: House, other: House) =>
    placeOf(order, one) - placeOf(order, other) || (one.houseId < other.houseId ? -1 : 1);
  const fresh = new Set(page.map(({ houseId }) => houseId));
  const end = isLast ? undefined : page.at(-1);
  const read = loaded.filter(
    (house) =>
      !isUnread(house) &&
      !fresh.has(house.houseId) &&
      (after === null || inOrder(after, house) < 0) &&
      (end === undefined || inOrder(house, end) < 0),
  );
  return read.length > 0 ? [...page, ...read].toSorted(inOrder) : page;
}

/** What a row gets from the group that it stands in. */
export interface RowInGroup {
  /** The heading of the group that begins with this house. */
  heading?: ReactNode;
  /** The whole group was unread, so that the row is marked without a color. */
  isCalm?: boolean | undefined;
  /** The heading says that the houses are new. */
  isKnownNew?: boolean | undefined;
  /** The heading names the day. */
  isInDay?: boolean | undefined;
  /** The time that the row above has, in a group of a day. */
  timeAbove?: number | undefined;
}

/** The houses that a list shows. */
export interface HouseListProps {
  houses: readonly House[];
  /** The communities' names by id, for the rows that show one. */
  names: ReadonlyMap<string, string>;
  /** What a list with groups tells its rows, by the id of the house. */
  rows?: ReadonlyMap<string, RowInGroup>;
  /** Another list is loading, and will take the place of this one. */
  isStale: boolean;
  /** The list may have more houses than these. */
  hasMore: boolean;
}

/** Returns what a row gets from its list. A list that may have more houses has no known size. */
export const rowOf = ({ houses, names, rows, hasMore }: HouseListProps, house: House, index: number) => ({
  house,
  community: names.get(house.resblockId),
  ...rows?.get(house.houseId),
  index,
  setSize: hasMore ? -1 : houses.length,
});

/** Removes the houses of a community. A page may become empty here, which does not end the list. */
export const dropCommunity = (resblockId: string) => (data: HousePages | undefined) =>
  data && { ...data, pages: data.pages.map((page) => page.filter((house) => house.resblockId !== resblockId)) };

import { isUnread } from 'shared-types/rules/house';
import { type HouseOrder, placeOf } from 'shared-types/rules/monitor/house-orders';
import { foldText } from 'shared-types/rules/search/fold-text';
import { hasWords, wordsOf } from 'shared-types/rules/search/search-words';
import { newsOf, newsSince } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';
import type { VisitNews } from 'shared-types/contract/monitor/visits';
import type { SortedListQuery } from '../house-list-queries.ts';
import { flagInView, isNewsView, type View } from './view.ts';

/** Returns whether a house is unread and has the news that the view asks for. */
export function isUnreadIn({ news, since }: Pick<View, 'news' | 'since'>, house: House) {
  if (!isUnread(house) || (since !== undefined && house.updateTime <= since)) return false;
  return !news || (since === undefined ? newsOf(house) : newsSince(house, since)).some(({ kind }) => kind === news);
}

/**
 * Returns whether a house matches the filters. A house without a known value matches no range of it; a unit price of 0
 * is unknown. Houses in `seenUnread` count as unread.
 */
export function matchesView(view: View, house: House, seenUnread: ReadonlySet<string> = new Set()) {
  const { resblockIds, ranges, facing, floor, onOffer } = view;
  // The server also searches the names and the places of communities.
  const text = flagInView(view) ? view.text : '';
  const { minPrice, maxPrice, minUnitPrice, maxUnitPrice, minArea, maxArea, minRooms, maxRooms, minYear, maxYear } =
    ranges;
  const { area = NaN, rooms = NaN, year = NaN, ...facts } = house.facts;
  return (
    (resblockIds.size === 0 || resblockIds.has(house.resblockId)) &&
    !(onOffer && house.removed) &&
    hasWords(textOf(house), wordsOf(text)) &&
    (!isNewsView(view) || isUnreadIn(view, house) || seenUnread.has(house.houseId)) &&
    isWithin(house.price ?? NaN, minPrice, maxPrice) &&
    isWithin(house.unitPrice || NaN, minUnitPrice, maxUnitPrice) &&
    isWithin(area, minArea, maxArea) &&
    isWithin(rooms, minRooms, maxRooms) &&
    isWithin(year, minYear, maxYear) &&
    (facing === undefined || (facts.facing?.includes(facing) ?? false)) &&
    (floor === undefined || facts.floor === floor)
  );
}

const textOf = ({ title, description, tags }: House) => foldText([title, description, ...tags].join(' '));

/** Without limits every value is within, even NaN. */
const isWithin = (value: number, min?: number, max?: number) =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

/**
 * Counts the unread houses that match the view but are not among `shown`. The counts are of all unread houses or, if the view has
 * a time, of those since then. Undefined: a filter makes it unknown.
 */
export function countUnreadBelow(view: View, unreadCounts: VisitNews['news'] | undefined, shown: House[]) {
  const { resblockIds, ranges, facing, floor, text, onOffer, news } = view;
  if (!unreadCounts || onOffer || text || facing || floor || Object.keys(ranges).length > 0) return undefined;
  const inView = unreadCounts.filter(({ resblockId }) => resblockIds.size === 0 || resblockIds.has(resblockId));
  const all = inView.reduce((sum, count) => sum + (news ? (count.news[news] ?? 0) : count.unread), 0);
  return Math.max(0, all - shown.filter((house) => isUnreadIn(view, house)).length);
}

/** Sorts the starred or hidden houses, which come in one page, in the browser. */
export const sortHouses = (order: HouseOrder, houses: House[]) =>
  houses.toSorted((one, other) => placeOf(order, one) - placeOf(order, other));

/**
 * Returns the query of a list that the server sorts, filters and searches; null for the list of updates without such a
 * filter. Read state and news are filtered in the browser.
 */
export function sortedListQuery({
  order,
  resblockIds,
  ranges,
  facing,
  floor,
  text,
  onOffer,
}: View): SortedListQuery | null {
  const filters = {
    ...ranges,
    ...(facing && { facing }),
    ...(floor && { floor }),
    ...(text && { text }),
    ...(onOffer && { onOffer: 'true' as const }),
  };
  if (order === undefined && Object.keys(filters).length === 0) return null;
  const communities = resblockIds.size > 0 && { resblockIds: [...resblockIds].toSorted() };
  return { order: order ?? '-updateTime', ...communities, ...filters };
}

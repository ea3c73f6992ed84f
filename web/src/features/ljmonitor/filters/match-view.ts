import { type HouseOrder, isUnread, priceDropOf, sortValue } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import type { House, UnreadCount } from 'shared-types/contract/ljmonitor';
import type { SortedListQuery } from '../house-list-queries.ts';
import type { View } from './view.ts';

/** Whether a house is unread and has the kind of news that the view asks for. */
export const isUnreadIn = ({ news }: Pick<View, 'news'>, house: House) =>
  isUnread(house) && (!news || newsOf(house).some(({ kind }) => kind === news));

/**
 * Whether a house matches the filters. Area and rooms come from the listing's description ('2室1厅 | 54.99平米'). A house
 * without a known value matches no range of it; a unit price of 0 is unknown. Houses in `seenUnread` count as unread.
 */
export function matchesView(
  { resblockIds, ranges, text, onOffer, unread, news }: View,
  house: House,
  seenUnread: ReadonlySet<string> = new Set(),
) {
  const { minPrice, maxPrice, minUnitPrice, maxUnitPrice, minArea, maxArea, minRooms } = ranges;
  const numberIn = (pattern: RegExp) => Number(pattern.exec(house.description)?.[1] ?? NaN);
  return (
    (resblockIds.size === 0 || resblockIds.has(house.resblockId)) &&
    !(onOffer && house.removed) &&
    hasWords(house, text) &&
    (!(unread || news) || isUnreadIn({ news }, house) || seenUnread.has(house.houseId)) &&
    isWithin(house.price, minPrice, maxPrice) &&
    isWithin(house.unitPrice || NaN, minUnitPrice, maxUnitPrice) &&
    isWithin(numberIn(/([\d.]+)平米/), minArea, maxArea) &&
    isWithin(numberIn(/(\d+)(?:室|房间)/), minRooms)
  );
}

/** Compares without case and without the difference of full-width and half-width characters. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function hasWords({ title, description, tags }: House, text: string) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const searched = words.length > 0 ? fold([title, description, ...tags].join('\n')) : '';
  return words.every((word) => searched.includes(word));
}

/** Without limits every value is within, even NaN. */
const isWithin = (value: number, min?: number, max?: number) =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

/** Counts the unread houses that match the view but are not among `shown`. Undefined: a filter makes it unknown. */
export function countUnreadBelow(
  { resblockIds, ranges, text, onOffer, news }: View,
  unreadCounts: UnreadCount[] | undefined,
  shown: House[],
) {
  if (!unreadCounts || onOffer || text || Object.keys(ranges).length > 0) return undefined;
  const inView = unreadCounts.filter(({ resblockId }) => resblockIds.size === 0 || resblockIds.has(resblockId));
  const all = inView.reduce((sum, count) => sum + (news ? (count.news[news] ?? 0) : count.unread), 0);
  return Math.max(0, all - shown.filter((house) => isUnreadIn({ news }, house)).length);
}

/** Sorts the starred or hidden houses, which come in one page, in the browser. */
export const sortHouses = (order: HouseOrder, houses: House[]) => {
  const valueOf = (house: House) => sortValue(order, { ...house, drop: priceDropOf(house) });
  return houses.toSorted((one, other) => valueOf(one) - valueOf(other));
};

/**
 * The query of a list that the server sorts; null for the list of updates, which the browser filters. The server
 * filters by what its index holds. Read state, news, text, area and rooms are filtered in the browser.
 */
export function sortedListQuery({ order, resblockIds, ranges, onOffer }: View): SortedListQuery | null {
  const { minArea: _minArea, maxArea: _maxArea, minRooms: _minRooms, ...prices } = ranges;
  return order === undefined
    ? null
    : {
        order,
        ...(resblockIds.size > 0 && { resblockIds: [...resblockIds].toSorted() }),
        ...prices,
        ...(onOffer && { onOffer: 'true' }),
      };
}

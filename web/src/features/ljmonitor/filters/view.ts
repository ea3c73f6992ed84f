import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { priceDropOf, type HouseOrder, houseOrders, isUnread, sortValue } from 'shared-types/rules/house';
import type { House, UnreadCount } from 'shared-types/contract/ljmonitor';
import type { SortedListQuery } from '../queries.ts';

const communityParameter = 'resblockId';
export const rangeNames = [
  'minPrice',
  'maxPrice',
  'minUnitPrice',
  'maxUnitPrice',
  'minArea',
  'maxArea',
  'minRooms',
] as const;
type RangeName = (typeof rangeNames)[number];

export type RangeFilters = Partial<Record<RangeName, number>>;

/** Which houses are shown, and in which order. */
export interface View {
  /** The ticked communities; none: all. */
  resblockIds: ReadonlySet<string>;
  /** Without one: what changed last comes first. */
  order: HouseOrder | undefined;
  ranges: RangeFilters;
  /** Without the removed ones. */
  onOffer: boolean;
  /** Without those that were read. */
  unread: boolean;
  /** Of all that there are, only those that the person starred; or hid, which are in no other list. */
  starred: boolean;
  hidden: boolean;
}

/** The view, kept in the address, so that it can be kept and sent. What cannot be understood there is left out. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback(
    (next: (current: URLSearchParams) => URLSearchParams) => {
      // The address itself: of two changes in one moment, the second would not see the first in what was rendered.
      const current = new URLSearchParams(location.search);
      const changed = next(current);
      if (changed.toString() !== current.toString()) setSearch(changed, { replace: true });
    },
    [setSearch],
  );
  const tick = useCallback(
    (resblockId: string, isTicked: boolean) => change((current) => setTicked(current, resblockId, isTicked)),
    [change],
  );
  const set = useCallback((settings: ViewChange) => change((current) => applyViewChange(current, settings)), [change]);
  return { view, tick, set };
}

export function parseView(search: URLSearchParams): View {
  const limits: RangeFilters = {};
  for (const name of rangeNames) {
    const text = search.get(name) ?? '';
    if (/^\d{1,9}(\.\d{1,15})?$/.test(text)) limits[name] = Number(text);
  }
  const hidden = search.get('hidden') === 'true';
  return {
    resblockIds: new Set(search.getAll(communityParameter)),
    order: houseOrders.find((order) => order === search.get('order')),
    ranges: limits,
    onOffer: search.get('onOffer') === 'true',
    unread: search.get('unread') === 'true',
    starred: search.get('starred') === 'true' && !hidden,
    hidden,
  };
}

export function setTicked(current: URLSearchParams, resblockId: string, isTicked: boolean) {
  const next = new URLSearchParams(current);
  next.delete(communityParameter, resblockId);
  if (isTicked) next.append(communityParameter, resblockId);
  return next;
}

/** By their names in the address; '' for none. */
export type ViewChange = Partial<Record<RangeName | 'order' | 'onOffer' | 'unread' | 'starred' | 'hidden', string>>;

export const clearedFilters: ViewChange = {
  minPrice: '',
  maxPrice: '',
  minUnitPrice: '',
  maxUnitPrice: '',
  minArea: '',
  maxArea: '',
  minRooms: '',
  onOffer: '',
  unread: '',
  starred: '',
  hidden: '',
};

export function applyViewChange(current: URLSearchParams, settings: ViewChange) {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(settings)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  // Each is a list of its own: who asks for one leaves the other.
  if (settings.starred) next.delete('hidden');
  if (settings.hidden) next.delete('starred');
  return next;
}

/** How many filters are set, besides the ticked communities. */
export const countFilters = ({ ranges: limits, onOffer, unread, starred, hidden }: View) =>
  Object.keys(limits).length + [onOffer, unread, starred, hidden].filter(Boolean).length;

/**
 * A unit price of 0 says that the site does not tell it: no limit lets it through. Area and rooms are what the site's words
 * say: '2室1厅 | 54.99平米'. Those of `seenUnread` count as unread
 * still.
 */
export function matchesView(
  { resblockIds, ranges: limits, onOffer, unread }: View,
  house: House,
  seenUnread: ReadonlySet<string> = new Set(),
) {
  const { minPrice, maxPrice, minUnitPrice, maxUnitPrice, minArea, maxArea, minRooms } = limits;
  const said = (pattern: RegExp) => Number(pattern.exec(house.description)?.[1] ?? NaN);
  return (
    (resblockIds.size === 0 || resblockIds.has(house.resblockId)) &&
    !(onOffer && house.removed) &&
    (!unread || isUnread(house) || seenUnread.has(house.houseId)) &&
    isWithin(house.price, minPrice, maxPrice) &&
    isWithin(house.unitPrice || NaN, minUnitPrice, maxUnitPrice) &&
    isWithin(said(/([\d.]+)平米/), minArea, maxArea) &&
    isWithin(said(/(\d+)(?:室|房间)/), minRooms)
  );
}

/** How many unread houses are in view but not among those `shown`; undefined where a filter keeps that unknown. */
export function countUnreadBelow(
  { resblockIds, ranges: limits, onOffer }: View,
  news: UnreadCount[] | undefined,
  shown: House[],
) {
  if (!news || onOffer || Object.keys(limits).length > 0) return undefined;
  const inView = news.filter(({ resblockId }) => resblockIds.size === 0 || resblockIds.has(resblockId));
  const all = inView.reduce((sum, { unread }) => sum + unread, 0);
  return Math.max(0, all - shown.filter(isUnread).length);
}

export const flagInView = ({ starred, hidden }: View) => (hidden ? 'hidden' : starred ? 'starred' : undefined);

/** What a person chose comes all at once, so that it is sorted here. */
export const sortHouses = (order: HouseOrder, houses: House[]) => {
  const place = (house: House) => sortValue(order, { ...house, drop: priceDropOf(house) });
  return houses.toSorted((one, other) => place(one) - place(other));
};

/** No limit lets everything through, even what is not a number. */
const isWithin = (value: number, least?: number, most?: number) =>
  (least === undefined || value >= least) && (most === undefined || value <= most);

/**
 * What is asked of the server when it sorts. It filters then too, but for what was read, which changes under the list, and for what only a
 * house's words say;
 * the list of updates is filtered here, as it comes.
 */
export function sortedListQuery({ order, resblockIds, ranges: limits, onOffer }: View): SortedListQuery | null {
  const { minArea: _least, maxArea: _most, minRooms: _rooms, ...prices } = limits;
  return order === undefined
    ? null
    : {
        order,
        ...(resblockIds.size > 0 && { resblockIds: [...resblockIds].toSorted() }),
        ...prices,
        ...(onOffer && { onOffer: 'true' }),
      };
}

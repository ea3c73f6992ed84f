import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type HouseOrder, houseOrders } from 'shared-types/rules/house';
import { type NewsKind, newsKinds } from 'shared-types/rules/house-news';

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

/** Longer search texts are cut. */
export const maxTextLength = 100;

export type RangeFilters = Partial<Record<RangeName, number>>;

/** The filters and the order of the list of houses. */
export interface View {
  /** The ticked communities. An empty set shows all communities. */
  resblockIds: ReadonlySet<string>;
  /** Undefined: the newest update comes first. */
  order: HouseOrder | undefined;
  ranges: RangeFilters;
  /** Shows only houses with all of these words in their title, description or tags. */
  text: string;
  /** Leaves out removed houses. */
  onOffer: boolean;
  /** Leaves out houses that have been read. */
  unread: boolean;
  /** Shows only unread houses with this kind of news. */
  news: NewsKind | undefined;
  /** Shows only starred, or only hidden houses. Hidden houses are in no other list. */
  starred: boolean;
  hidden: boolean;
}

/** The view, stored in the URL's query string. Values that cannot be parsed are ignored. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback(
    (next: (current: URLSearchParams) => URLSearchParams) => {
      // Reads the URL itself: the rendered parameters would not include another change in the same tick.
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
  const set = useCallback(
    (viewChange: ViewChange) => change((current) => applyViewChange(current, viewChange)),
    [change],
  );
  return { view, tick, set };
}

export function parseView(search: URLSearchParams): View {
  const ranges: RangeFilters = {};
  for (const name of rangeNames) {
    const text = search.get(name) ?? '';
    if (/^\d{1,9}(\.\d{1,15})?$/.test(text)) ranges[name] = Number(text);
  }
  const hidden = search.get('hidden') === 'true';
  return {
    resblockIds: new Set(search.getAll(communityParameter)),
    order: houseOrders.find((order) => order === search.get('order')),
    ranges,
    text: (search.get('text') ?? '').slice(0, maxTextLength),
    onOffer: search.get('onOffer') === 'true',
    unread: search.get('unread') === 'true',
    news: newsKinds.find((kind) => kind === search.get('news')),
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

/** New values by the names of their query parameters; '' removes a parameter. */
export type ViewChange = Partial<
  Record<RangeName | 'order' | 'text' | 'onOffer' | 'unread' | 'news' | 'starred' | 'hidden', string>
>;

export const clearedFilters: ViewChange = {
  minPrice: '',
  maxPrice: '',
  minUnitPrice: '',
  maxUnitPrice: '',
  minArea: '',
  maxArea: '',
  minRooms: '',
  text: '',
  onOffer: '',
  unread: '',
  news: '',
  starred: '',
  hidden: '',
};

export function applyViewChange(current: URLSearchParams, changes: ViewChange) {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  // Starred and hidden houses are separate lists, so one filter clears the other.
  if (changes.starred) next.delete('hidden');
  if (changes.hidden) next.delete('starred');
  return next;
}

/** Counts the filters that are set, without the ticked communities. */
export const countFilters = ({ ranges, text, onOffer, unread, news, starred, hidden }: View) =>
  Object.keys(ranges).length + [text, onOffer, unread, news, starred, hidden].filter(Boolean).length;

export const flagInView = ({ starred, hidden }: View) => (hidden ? 'hidden' : starred ? 'starred' : undefined);

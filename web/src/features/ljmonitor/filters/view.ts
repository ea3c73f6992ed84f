import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { maxHousesOfQuery } from 'shared-types/rules/limits';
import { type HouseOrder, houseOrders } from 'shared-types/rules/monitor/house-orders';
import {
  communityParameter,
  type HouseFilters,
  rangeNames,
  readHouseFilters,
} from 'shared-types/rules/monitor/house-filters';
import { listingId } from 'shared-types/rules/monitor/listing-id';

const flagNames = ['onOffer', 'unread', 'starred', 'hidden'] as const;
export const filterNames = [
  ...rangeNames,
  ...flagNames,
  'facing',
  'floor',
  'text',
  'change',
  'news',
  'since',
  'houseIds',
] as const;

export const groupings = ['day', 'community'] as const;
export type Grouping = (typeof groupings)[number];

/** The filters and the order of the list of houses. */
export interface View extends HouseFilters {
  /** Undefined: the newest update comes first. */
  order: HouseOrder | undefined;
  /** Leaves out houses that have been read. */
  unread: boolean;
  /** Shows only unread houses that have changed after this time. */
  since: number | undefined;
  /** Shows only these houses, which a message has told; empty for all. */
  houseIds: readonly string[];
  /** The chosen groups of the news. */
  group: Grouping | undefined;
}

/** Returns the view, stored in the URL's query string. Values that cannot be parsed are ignored. */
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

export const parseView = (search: URLSearchParams): View => ({
  ...readHouseFilters(search),
  order: houseOrders.find((order) => order === search.get('order')),
  unread: search.get('unread') === 'true',
  since: timeIn(search.get('since') ?? ''),
  houseIds: idsIn(search.get('houseIds') ?? ''),
  group: groupings.find((group) => group === search.get('group')),
});

const idsIn = (text: string) =>
  [...new Set(text.split(','))].filter((id) => listingId.test(id)).slice(0, maxHousesOfQuery);

const timeIn = (text: string) => (/^\d{10,15}$/.test(text) ? Number(text) : undefined);

/** Returns the ticked communities that are tracked. Where all of them were deleted the view has no houses, and not those of the others. */
export function trackedOf(ticked: ReadonlySet<string>, resblocks: readonly { resblockId: string }[]) {
  const tracked = resblocks.flatMap(({ resblockId }) => (ticked.has(resblockId) ? [resblockId] : []));
  return tracked.length > 0 ? new Set(tracked) : ticked;
}

export function setTicked(current: URLSearchParams, resblockId: string, isTicked: boolean) {
  const next = new URLSearchParams(current);
  next.delete(communityParameter, resblockId);
  if (isTicked) next.append(communityParameter, resblockId);
  return next;
}

/** New values by the names of their query parameters; '' removes a parameter. */
export type ViewChange = Partial<
  Record<(typeof filterNames)[number] | 'order' | 'group' | typeof communityParameter, string>
>;

export const clearedFilters: ViewChange = Object.fromEntries(filterNames.map((name) => [name, '']));
export const allCommunities: ViewChange = { [communityParameter]: '' };

export function applyViewChange(current: URLSearchParams, changes: ViewChange) {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  // Starred and hidden houses are separate lists, so one filter clears the other.
  if (changes.starred) next.delete('hidden');
  if (changes.hidden) next.delete('starred');
  // The chips of the news count all houses, and not those of a message.
  if (changes.unread || changes.news || changes.since) next.delete('houseIds');
  return next;
}

/** Counts the filters that are set, without the ticked communities. */
export const countFilters = ({
  ranges,
  facing,
  floor,
  text,
  onOffer,
  change,
  unread,
  news,
  since,
  houseIds,
  starred,
  hidden,
}: View) =>
  Object.keys(ranges).length +
  [facing, floor, text, onOffer, change, unread, news, since, houseIds.length, starred, hidden].filter(Boolean).length;

/** Returns whether the view shows unread houses only. */
export const isNewsView = ({ unread, news, since }: View) => unread || news !== undefined || since !== undefined;

export const flagInView = ({ starred, hidden }: View) => (hidden ? 'hidden' : starred ? 'starred' : undefined);

/** Returns the groups of the list. In the order of the changes these are the days, unless the news are grouped otherwise. */
export const groupingOf = (view: View): Grouping | undefined =>
  (isNewsView(view) ? view.group : undefined) ??
  (view.order === undefined && flagInView(view) === undefined ? 'day' : undefined);

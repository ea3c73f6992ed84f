import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import type { SortedListQuery } from '../house-list-queries.ts';
import { countFilters, flagInView, type View } from './view.ts';

/** Returns the query of a list that the server sorts, filters and searches; null for the list of updates of all communities. */
export function sortedListQuery(view: View): SortedListQuery | null {
  const { order, resblockIds, ranges, facing, floor, text, onOffer, change, unread, since, news, houseIds } = view;
  const choice = flagInView(view);
  const filters: Omit<SortedListQuery, 'order'> = {
    ...(resblockIds.size > 0 && { resblockIds: [...resblockIds].toSorted() }),
    ...ranges,
    ...(facing && { facing }),
    ...(floor && { floor }),
    ...(text && { text }),
    ...(onOffer && { onOffer: 'true' }),
    ...(change && { change }),
    ...(unread && { unread: 'true' }),
    ...(since !== undefined && { since }),
    ...(news && { news }),
    ...(houseIds.length > 0 && { houseIds: [...houseIds] }),
    ...(choice && { choice }),
  };
  if (order === undefined && Object.keys(filters).length === 0) return null;
  return { order: order ?? '-updateTime', ...filters };
}

/** Counts the unread houses of the ticked communities, or of all. Undefined: a filter makes their number unknown. */
export function countUnreadIn(view: View, counts: readonly UnreadCount[] | undefined) {
  if (!counts || countFilters(view) > 0) return undefined;
  const { resblockIds } = view;
  return counts
    .filter(({ resblockId }) => resblockIds.size === 0 || resblockIds.has(resblockId))
    .reduce((sum, { unread }) => sum + unread, 0);
}

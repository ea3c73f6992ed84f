import { useState } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';
import { isNewsView, type View } from '../filters/view.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Returns the houses that have been unread since a filter for unread houses was set. A house that is then marked as
 * read keeps its row with 'undo', so that no other row moves under the pointer.
 */
export function useSeenUnread(houses: readonly House[], view: View): ReadonlySet<string> {
  const filter = isNewsView(view) ? `${view.news} ${view.since}` : undefined;
  const [seen, setSeen] = useState({ filter, houseIds: none });
  const houseIds = seen.filter === filter ? seen.houseIds : none;
  const fresh = filter ? houses.filter((house) => isUnread(house) && !houseIds.has(house.houseId)) : [];
  if (fresh.length > 0 || seen.filter !== filter)
    setSeen({ filter, houseIds: new Set([...houseIds, ...fresh.map(({ houseId }) => houseId)]) });
  return houseIds;
}

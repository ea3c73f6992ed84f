import { useState } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';

interface ShownHouses {
  /** The filters and the order of the list. */
  view: string;
  /** The houses of another view stand in the list until its own are loaded. */
  isStale: boolean;
  /** A group of fewer houses is never calm. */
  smallest: number;
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns whether all houses of a group have been unread since the view was opened. Where everything is unread, a color on all of
 * it tells nothing. A group stays as it is when its houses are read, and may change when others come.
 */
export function useCalmGroups(houses: readonly House[], { view, isStale, smallest }: ShownHouses) {
  const [seen, setSeen] = useState({ view, unread: none });
  const unread = seen.view === view || isStale ? seen.unread : none;
  const fresh = isStale ? [] : houses.filter((house) => isUnread(house) && !unread.has(house.houseId));
  if (fresh.length > 0 || unread !== seen.unread)
    setSeen({ view, unread: new Set([...unread, ...fresh.map(({ houseId }) => houseId)]) });
  return (group: readonly House[]) => group.length >= smallest && group.every(({ houseId }) => unread.has(houseId));
}

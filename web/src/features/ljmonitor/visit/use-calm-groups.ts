import { useState } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { HouseGroup } from './group-houses.ts';

interface ShownGroups {
  /** The filters and the order of the list. */
  view: string;
  /** The houses of another view stand in the list until its own are loaded. */
  isStale: boolean;
  /** A group of fewer houses is never calm. */
  smallest: number;
}

/**
 * Returns the names of the groups of which all houses were unread at first sight. Where everything is unread, a color on all of
 * it tells nothing. A group stays as it is when its houses are read, and when more of them are loaded.
 */
export function useCalmGroups(groups: readonly HouseGroup[], { view, isStale, smallest }: ShownGroups) {
  const [seen, setSeen] = useState<{ view: string; calm: ReadonlyMap<string, boolean> }>({ view, calm: new Map() });
  if (isStale) return seen.calm;
  const before = seen.view === view ? seen.calm : new Map<string, boolean>();
  const fresh = groups.filter(({ name }) => !before.has(name));
  if (fresh.length === 0) return before;
  const isCalm = ({ houses }: HouseGroup) => houses.length >= smallest && houses.every(isUnread);
  const calm = new Map([...before, ...fresh.map((group) => [group.name, isCalm(group)] as const)]);
  setSeen({ view, calm });
  return calm;
}

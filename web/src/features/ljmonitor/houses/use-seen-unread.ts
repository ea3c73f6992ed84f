import { useState } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

const none: ReadonlySet<string> = new Set();

/**
 * The houses that were unread at some time since only those are shown: marked read, a row stays where it is, with its
 * 'undo', instead of pulling the next one under the finger.
 */
export function useSeenUnread(houses: readonly House[], isOn: boolean): ReadonlySet<string> {
  const [seen, setSeen] = useState(none);
  const fresh = isOn ? houses.filter((house) => isUnread(house) && !seen.has(house.houseId)) : [];
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ houseId }) => houseId)]));
  if (!isOn && seen !== none) setSeen(none);
  return seen;
}

import { useState } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

const none: ReadonlySet<string> = new Set();

/**
 * The houses that have been unread since the 'unread only' filter was set. A house that is then marked as read keeps its
 * row with 'undo', so that no other row moves under the pointer.
 */
export function useSeenUnread(houses: readonly House[], isOn: boolean): ReadonlySet<string> {
  const [seen, setSeen] = useState(none);
  const fresh = isOn ? houses.filter((house) => isUnread(house) && !seen.has(house.houseId)) : [];
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ houseId }) => houseId)]));
  if (!isOn && seen !== none) setSeen(none);
  return seen;
}

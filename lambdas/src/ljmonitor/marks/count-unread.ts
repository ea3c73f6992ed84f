import { isUnread } from 'shared-types/rules/house';
import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import type { House } from '../houses/house.ts';
import { type Marks, readTimeOf } from './marks.ts';
import type { HouseCursor, MonitorStore } from '../ports.ts';

const mostCounted = 999;
const pageSize = 500;

const stateOf = (house: House, marks: Marks) => ({
  updateTime: house.updateTimeMs,
  readTime: readTimeOf(marks, house),
  hidden: marks.hidden.has(house.houseId),
});

/** How many houses a person has not seen as they are now: together, counted to 999, and in each community. */
export async function countUnread(store: MonitorStore, userId: string, resblockIds: ReadonlySet<string>) {
  const counts = new Map<string, UnreadCount>();
  if (resblockIds.size > 0) {
    const marks = await store.listMarks(userId);
    let from: HouseCursor | undefined;
    do {
      const houses = await store.pageHouses(resblockIds, from, pageSize);
      from = houses.at(-1);
      for (const house of houses)
        if (isUnread(stateOf(house, marks))) {
          const { resblockId, updateTimeMs } = house;
          // Newest first: the first one met is the newest.
          const count = counts.get(resblockId) ?? { resblockId, unread: 0, asOf: updateTimeMs };
          counts.set(resblockId, { ...count, unread: count.unread + 1 });
        }
    } while (from);
  }
  const unreadByResblock = [...counts.values()];
  const total = unreadByResblock.reduce((sum, { unread }) => sum + unread, 0);
  return { unread: Math.min(total, mostCounted), unreadByResblock };
}

import { isUnread } from 'shared-types/house';
import type { HouseCursor, MonitorStore } from './ports.ts';

const mostCounted = 999;
const pageSize = 500;

/** How many houses a person has not seen as they are now, counted to 999. */
export async function countUnread(
  store: MonitorStore,
  userId: string,
  resblockIds: ReadonlySet<string>,
): Promise<number> {
  if (resblockIds.size === 0) return 0;
  const readTimes = await store.listReadTimes(userId);
  let unread = 0;
  let from: HouseCursor | undefined;
  while (unread < mostCounted) {
    const houses = await store.pageHouses(resblockIds, from, pageSize);
    from = houses.at(-1);
    if (!from) break;
    unread += houses.filter(({ houseId, updateTimeMs }) =>
      isUnread({ updateTime: updateTimeMs, readTime: readTimes.get(houseId) ?? null }),
    ).length;
  }
  return Math.min(unread, mostCounted);
}

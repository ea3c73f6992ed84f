import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import type { House } from '../houses/house.ts';
import type { HouseCursor } from '../houses/house-cursor.ts';
import type { MonitorStore } from '../store.ts';
import { type Marks, readTimeOf } from './marks.ts';

const maxCount = 999;
const pageSize = 500;

const withReadState = (house: House, marks: Marks) => ({
  ...house,
  createTime: house.createTimeMs,
  updateTime: house.updateTimeMs,
  readTime: readTimeOf(marks, house),
  hidden: marks.hidden.has(house.houseId),
});

/** Counts a user's unread houses: per community with their kinds of news, and in all up to 999. */
export async function countUnread(
  store: MonitorStore,
  userId: string,
  resblockIds: Pick<ReadonlySet<string>, 'has' | 'size'>,
) {
  const counts = new Map<string, UnreadCount>();
  if (resblockIds.size > 0) {
    const marks = await store.listMarks(userId);
    let from: HouseCursor | undefined;
    do {
      const houses = await store.pageHouses(resblockIds, from, pageSize);
      from = houses.at(-1);
      for (const house of houses) {
        const state = withReadState(house, marks);
        if (isUnread(state)) {
          const { resblockId, updateTimeMs } = house;
          // Houses come newest first, so the first one has the newest update time.
          const count = counts.get(resblockId) ?? { resblockId, unread: 0, asOf: updateTimeMs, news: {} };
          const news = { ...count.news };
          for (const { kind } of newsOf(state)) news[kind] = (news[kind] ?? 0) + 1;
          counts.set(resblockId, { ...count, unread: count.unread + 1, news });
        }
      }
    } while (from);
  }
  const unreadByResblock = [...counts.values()];
  const total = unreadByResblock.reduce((sum, { unread }) => sum + unread, 0);
  return { unread: Math.min(total, maxCount), unreadByResblock };
}

import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import type { TrackedResblock } from '../communities/community.ts';
import type { CommunityHouses } from '../house-packs/house-packs.ts';
import { type Marks, readTimesIn } from './marks.ts';

const maxCount = 999;

/** Counts a user's unread houses: per community with their kinds of news, and in all up to 999. */
export function countUnread(
  communities: readonly CommunityHouses[],
  resblocks: readonly Pick<TrackedResblock, 'resblockId' | 'firstCompleteAtMs'>[],
  marks: Marks,
) {
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const unreadByResblock = communities
    .map(({ resblockId, houses }) => countIn(resblockId, houses, marks, byId.get(resblockId)))
    .filter(({ unread }) => unread > 0)
    .toSorted((one, other) => other.asOf - one.asOf);
  const total = unreadByResblock.reduce((sum, { unread }) => sum + unread, 0);
  return { unread: Math.min(total, maxCount), unreadByResblock };
}

function countIn(
  resblockId: string,
  houses: CommunityHouses['houses'],
  marks: Marks,
  community: Pick<TrackedResblock, 'firstCompleteAtMs'> | undefined,
): UnreadCount {
  const count: UnreadCount = { resblockId, unread: 0, asOf: 0, news: {} };
  const readTimeOf = readTimesIn(marks, resblockId, community);
  for (const house of houses.values()) {
    const { houseId, createTime, updateTime } = house;
    const readTime = readTimeOf(houseId, createTime);
    if (!isUnread({ updateTime, readTime }) || marks.hidden.has(houseId)) continue;
    count.unread += 1;
    count.asOf = Math.max(count.asOf, updateTime);
    for (const { kind } of newsOf({ ...house, readTime })) count.news[kind] = (count.news[kind] ?? 0) + 1;
  }
  return count;
}

import type { VisitNews } from 'shared-types/contract/monitor/visits';
import { isUnread } from 'shared-types/rules/house';
import { newsSince } from 'shared-types/rules/house-news';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HousePacks } from '../house-packs/house-packs.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { readTimesIn } from '../marks/marks.ts';
import type { Surroundings } from '../ports.ts';
import { type Visit, visitAt } from './visit.ts';
import type { VisitStore } from './visit-store.ts';

interface VisitPorts extends Pick<Surroundings, 'now'> {
  store: VisitStore;
}

interface VisitNewsPorts {
  store: Pick<ResblockStore, 'listResblocks'> & Pick<MarkStore, 'listMarks'>;
  packs: HousePacks;
}

/** Stores that the user is here, and returns the visit. When two devices do so at once, one stores it for both. */
export async function noteVisit({ store, now }: VisitPorts, userId: string): Promise<Visit | undefined> {
  const before = await store.findVisit(userId);
  const visit = visitAt(before, now().getTime());
  if (!visit) return before;
  return (await store.putVisit(userId, visit, before)) ? visit : store.findVisit(userId);
}

/** Counts the unread houses that have changed since the visit before, by community and kind of news. */
export async function newsOfVisit(
  { store, packs }: VisitNewsPorts,
  userId: string,
  visit: Visit | undefined,
): Promise<VisitNews> {
  const since = visit?.sinceMs ?? null;
  if (since === null) return { since, news: [] };
  const [resblocks, marks] = await Promise.all([store.listResblocks(), store.listMarks(userId, { withNotes: false })]);
  const byId = new Map(resblocks.map((resblock) => [resblock.resblockId, resblock]));
  const news = (await packs.list(resblocks, { withTexts: false })).flatMap(({ resblockId, houses }) => {
    const count: VisitNews['news'][number] = { resblockId, unread: 0, news: {} };
    const readTimeOf = readTimesIn(marks, resblockId, byId.get(resblockId));
    for (const house of houses.values()) {
      const { houseId, createTime, updateTime } = house;
      if (updateTime <= since || marks.hidden.has(houseId)) continue;
      const readTime = readTimeOf(houseId, createTime);
      if (!isUnread({ updateTime, readTime })) continue;
      count.unread += 1;
      for (const { kind } of newsSince({ ...house, readTime }, since)) count.news[kind] = (count.news[kind] ?? 0) + 1;
    }
    return count.unread > 0 ? [count] : [];
  });
  return { since, news };
}

import type { VisitNews } from 'shared-types/contract/monitor/visits';
import { isUnread } from 'shared-types/rules/house';
import { newsSince } from 'shared-types/rules/house-news';
import type { ResblockStore } from '../communities/community-store.ts';
import type { House, HouseCursor } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { withReadState } from '../marks/marks.ts';
import type { Surroundings } from '../ports.ts';
import { type Visit, visitAt } from './visit.ts';
import type { VisitStore } from './visit-store.ts';

const pageSize = 50;
/** Older news of a long absence is not counted, so that a visit has a limit of what it reads. */
const maxHouses = 2000;

interface VisitPorts extends Pick<Surroundings, 'now'> {
  store: VisitStore;
}

interface VisitNewsPorts {
  store: Pick<ResblockStore, 'listResblocks'> & Pick<HouseStore, 'pageHouses'> & Pick<MarkStore, 'findMarks'>;
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
  { store }: VisitNewsPorts,
  userId: string,
  visit: Visit | undefined,
): Promise<VisitNews> {
  const since = visit?.sinceMs ?? null;
  if (since === null) return { since, news: [] };
  const tracked = new Map((await store.listResblocks()).map((resblock) => [resblock.resblockId, resblock]));
  const counts = new Map<string, VisitNews['news'][number]>();
  let counted = 0;
  for await (const houses of pagesSince(store, tracked, since)) {
    const marks = await store.findMarks(userId, houses);
    for (const house of houses) {
      const state = withReadState(house, marks, tracked.get(house.resblockId));
      if (!isUnread(state)) continue;
      const { resblockId } = house;
      const count = counts.get(resblockId) ?? { resblockId, unread: 0, news: {} };
      for (const { kind } of newsSince(state, since)) count.news[kind] = (count.news[kind] ?? 0) + 1;
      counts.set(resblockId, { ...count, unread: count.unread + 1 });
    }
    counted += houses.length;
    if (counted >= maxHouses) break;
  }
  return { since, news: [...counts.values()] };
}

/** Yields the houses that have changed after this time, newest update first. */
async function* pagesSince(
  store: Pick<HouseStore, 'pageHouses'>,
  tracked: Pick<ReadonlySet<string>, 'has' | 'size'>,
  sinceMs: number,
): AsyncGenerator<House[]> {
  let from: HouseCursor | undefined;
  while (tracked.size > 0) {
    const houses = await store.pageHouses(tracked, from, pageSize);
    from = houses.at(-1);
    yield houses.filter(({ updateTimeMs }) => updateTimeMs > sinceMs);
    if (!from || from.updateTimeMs <= sinceMs) return;
  }
}

import type { News, NewsGroup } from '../../platform/news/news.ts';
import type { NewsReader } from '../../platform/news/news-readers.ts';
import type { House } from '../houses/house.ts';
import type { HouseCursor } from '../houses/house-cursor.ts';
import type { WorkerPorts } from '../ports.ts';
import type { NewsMessage } from '../refresh/message.ts';
import { isFinished } from '../refresh/run.ts';
import { houseNews } from './house-news.ts';
import { houseReader } from './news-readers.ts';

const pageSize = 100;

/**
 * Tells the news since the last time. The news has the id of the time at which it begins, so that callers who do this at once,
 * or again after a crash, tell the same news, which the news desk takes once. `startedAtMs` is the beginning of the first news.
 */
export async function tellHouses(ports: WorkerPorts, startedAtMs: number): Promise<void> {
  const { store, news, now } = ports;
  const beforeMs = await store.findNewsEnd();
  const sinceMs = beforeMs === undefined ? startedAtMs : beforeMs + 1;
  const untilMs = now().getTime();
  if (untilMs < sinceMs) return;
  const readers = await news.listReaders();
  const groups = readers.length > 0 ? await groupsOf(ports, readers, sinceMs, untilMs) : [];
  const told: News = { newsId: `ljmonitor-${sinceMs}`, tool: 'ljmonitor', userId: null, atMs: untilMs, groups };
  await store.moveNewsEnd(beforeMs, groups.length > 0 ? await news.tell(told) : untilMs);
}

/** Tells the news of a reading by hand, unless a refresh is in progress: its own news has it, too. */
export async function tellHousesOfHand(ports: WorkerPorts, { startedAtMs }: NewsMessage): Promise<void> {
  const { run } = await ports.store.getRefreshHistory();
  if (!run || isFinished(run)) await tellHouses(ports, startedAtMs);
}

async function groupsOf(
  { store, limiter, site }: WorkerPorts,
  readers: readonly NewsReader[],
  sinceMs: number,
  untilMs: number,
): Promise<NewsGroup[]> {
  const [resblocks, limiterState, houseReaders] = await Promise.all([
    store.listResblocks(),
    limiter.getState(),
    Promise.all(readers.map(async (reader) => houseReader(reader, await store.findMarks(reader.userId, [])))),
  ]);
  const tracked = new Set(resblocks.map(({ resblockId }) => resblockId));
  const houses: House[] = [];
  let from: HouseCursor | undefined;
  do {
    const page = await store.pageHouses(tracked, from, pageSize);
    houses.push(...page.filter(({ updateTimeMs }) => updateTimeMs <= untilMs));
    from = page.at(-1);
  } while (from && from.updateTimeMs >= sinceMs);
  const origins = new Map(resblocks.map(({ resblockId, origin }) => [resblockId, origin]));
  return houseNews(
    { sinceMs, nowMs: untilMs, houses, resblocks, limiter: limiterState, readers: houseReaders },
    ({ houseId, resblockId }) => site.houseUrl(houseId, origins.get(resblockId)),
  );
}

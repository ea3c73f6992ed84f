import type { News, NewsGroup } from '../../platform/news/news.ts';
import type { NewsReader, NewsReaders } from '../../platform/news/news-readers.ts';
import type { NewsDesk } from '../../platform/news/tell-news.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { House, HouseCursor } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { NewsMessage } from '../message.ts';
import type { MonitorSettings, Surroundings } from '../ports.ts';
import { isFinished } from '../refresh/run.ts';
import type { RunStore } from '../refresh/run-store.ts';
import type { SiteLimiter } from '../site-limiter/limiter-store.ts';
import { houseNews, type ToldHouse } from './house-news.ts';
import type { NewsEndStore } from './news-end-store.ts';
import { houseReader } from './news-readers.ts';

const pageSize = 100;

interface GroupPorts {
  store: Pick<ResblockStore, 'listResblocks'> &
    Pick<MarkStore, 'findMarks'> &
    Pick<HouseStore, 'pageHouses' | 'pageHistory'>;
  limiter: Pick<SiteLimiter, 'getState'>;
  site: Pick<ListingSite, 'houseUrl'>;
}

export interface TellPorts extends GroupPorts, Pick<Surroundings, 'now'> {
  store: GroupPorts['store'] & Pick<RunStore, 'getRefreshHistory'> & NewsEndStore;
  news: Pick<NewsDesk, 'tell'> & NewsReaders;
  settings: Pick<MonitorSettings, 'newsSettleSeconds'>;
}

/**
 * Tells the news since the last time, unless a refresh is in progress: its own news has it, too. The news has the id of the time at
 * which it begins, so that callers who do this at once, or again after a crash, tell the same news, which the news desk takes once.
 * `startedAtMs` is the beginning of the first news.
 */
export async function tellHouses(ports: TellPorts, { startedAtMs }: NewsMessage): Promise<void> {
  const { store, news, now, settings } = ports;
  const { run } = await store.getRefreshHistory();
  if (run && !isFinished(run)) return;
  const beforeMs = await store.findNewsEnd();
  const sinceMs = beforeMs === undefined ? startedAtMs : beforeMs + 1;
  const untilMs = now().getTime() - settings.newsSettleSeconds * 1000;
  if (untilMs < sinceMs) return;
  const readers = await news.listReaders();
  const groups = readers.length > 0 ? await groupsOf(ports, readers, sinceMs, untilMs) : [];
  const told: News = {
    newsId: `ljmonitor-${sinceMs}`,
    tool: 'ljmonitor',
    userId: null,
    atMs: untilMs,
    sinceMs,
    groups,
  };
  await store.moveNewsEnd(beforeMs, groups.length > 0 ? await news.tell(told) : untilMs);
}

async function groupsOf(
  { store, limiter, site }: GroupPorts,
  readers: readonly NewsReader[],
  sinceMs: number,
  untilMs: number,
): Promise<NewsGroup[]> {
  const [resblocks, limiterState, houseReaders] = await Promise.all([
    store.listResblocks(),
    limiter.getState(),
    Promise.all(readers.map(async (reader) => houseReader(reader, await store.findMarks(reader.userId, [])))),
  ]);
  // What the first complete reading of a community shows is no news, but what changes after it is.
  const toldMs = new Map(
    resblocks.map(({ resblockId, firstCompleteAtMs }) => [resblockId, Math.max(sinceMs - 1, firstCompleteAtMs ?? 0)]),
  );
  const houses: ToldHouse[] = [];
  let from: HouseCursor | undefined;
  do {
    const page = await store.pageHouses(toldMs, from, pageSize);
    const told = page
      .filter((house) => mayBeNews(house, sinceMs))
      .map(async (latest) => {
        const house = await houseAt(store, latest, untilMs);
        const before = house && (await houseAt(store, house, toldMs.get(house.resblockId) ?? 0));
        return house ? [{ before, house }] : [];
      });
    houses.push(...(await Promise.all(told)).flat());
    from = page.at(-1);
  } while (from && from.updateTimeMs >= sinceMs);
  const origins = new Map(resblocks.map(({ resblockId, origin }) => [resblockId, origin]));
  return houseNews(
    { sinceMs, nowMs: untilMs, houses, resblocks, limiter: limiterState, readers: houseReaders },
    ({ houseId, resblockId }) => site.houseUrl(houseId, origins.get(resblockId)),
  );
}

/** A text that has changed is no news, and all texts may change at once. */
const mayBeNews = ({ createTimeMs, changeTimes }: House, sinceMs: number) =>
  Math.max(createTimeMs, changeTimes.price ?? 0, changeTimes.removed ?? 0) >= sinceMs;

/** Returns the house as it was at this time; undefined if it was not known then. */
async function houseAt(store: Pick<HouseStore, 'pageHistory'>, house: House, ms: number): Promise<House | undefined> {
  if (house.createTimeMs > ms) return undefined;
  if (house.updateTimeMs <= ms) return house;
  const [version] = await store.pageHistory(house.houseId, ms + 1, 1);
  return version;
}

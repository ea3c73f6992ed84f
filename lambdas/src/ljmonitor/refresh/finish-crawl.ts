import { dailyStatsOf } from '../communities/daily-stats.ts';
import { afterCrawl, otherSiteBeforeMs, type TrackedResblock } from '../communities/community.ts';
import { type FirstReading, findFirstReading } from '../communities/first-reading.ts';
import { type HouseDigest, type Listing, removedVersion } from '../houses/house.ts';
import type { MonitorPorts } from '../ports.ts';
import { type Crawl, type CrawlConclusion, isCompleteOutcome, isExact } from './crawl.ts';
import { countMissedReading, type Doubts, isMassRemoval, isRemoved, onOfferBefore } from './removal-rule.ts';
import type { ReadingResult } from './run-writes.ts';
import { type Run, runLeaseMs } from './run.ts';

/** A reading of a community that has ended, by a crawl or by hand. */
interface FinishedReading {
  /** The same reading counts a missing house once, however often it is finished. */
  readingId: string;
  /** The time at which the site showed the pages. */
  readAt: Date;
  /** The user who handed in the pages, and the time of the first one. */
  by?: string;
  byHandSinceMs?: number;
  resblockId: string;
  resblock: TrackedResblock;
  crawl: Crawl;
  result: CrawlConclusion;
  /** The last page, if this step read it, and the houses that were known before it. */
  last?: { known: HouseDigest[]; listings: Listing[] };
}

/** A community whose crawl has ended. */
interface FinishedCrawl extends Omit<FinishedReading, 'readingId' | 'readAt' | 'by' | 'byHandSinceMs' | 'resblock'> {
  run: Run;
  /** Undefined when the community was deleted in the meantime. */
  resblock: TrackedResblock | undefined;
}

const maxTries = 3;

/**
 * Removes houses that are gone, stores what the crawl changes of its community, and counts the community as done. Returns false
 * when it was counted before. Each write is one of its own, which costs half of a transaction: a worker that ends between them
 * leaves a community that was read, and its step comes again.
 */
export async function finishCrawl(ports: MonitorPorts, finished: FinishedCrawl, pauseMs: number): Promise<boolean> {
  const { store, now } = ports;
  const { run, resblockId, result } = finished;
  const readAt = now();
  let { resblock } = finished;
  for (let tries = 1; resblock && tries <= maxTries; tries++) {
    const reading = await finishReading(ports, { ...finished, resblock, readingId: run.runId, readAt });
    if (await store.putReading(resblock, reading)) break;
    // Another reading has ended meanwhile, or the community was deleted or is read from another site.
    const stored = await store.findResblock(resblockId);
    resblock = stored?.origin === resblock.origin ? stored : undefined;
  }
  return countAsDone(ports, { run, result }, pauseMs);
}

async function countAsDone(
  { store, now }: MonitorPorts,
  { run, result }: Pick<FinishedCrawl, 'run' | 'result'>,
  pauseMs: number,
) {
  const nowMs = now().getTime();
  return store.putCrawlResult({ run, result, leaseUntilMs: nowMs + pauseMs + runLeaseMs, nowMs });
}

/** Removes houses that are gone, and returns what the reading changes of its community. */
export async function finishReading(ports: MonitorPorts, finished: FinishedReading): Promise<ReadingResult> {
  const { resblock, crawl, result, readAt, by } = finished;
  const asked = crawl.step > 0;
  const applied = asked ? await applyReading(ports, finished) : undefined;
  const unitPrices = applied?.unitPrices;
  const houseCount = unitPrices?.size ?? resblock.houseCount;
  const stats =
    unitPrices && isCompleteOutcome(result.outcome)
      ? dailyStatsOf([...unitPrices.values()], houseCount, readAt)
      : undefined;
  const first = applied?.first ?? resblock;
  return {
    resblock: afterCrawl(resblock, result, { houseCount, asked, first, by }, readAt),
    dailyStats: stats && { day: ports.dayAt(readAt), stats },
  };
}

/** Counts a community as done without changing it, because it was read recently and the site was not asked. */
export const finishSkippedCrawl = (ports: MonitorPorts, skipped: Pick<FinishedCrawl, 'run' | 'result'>) =>
  countAsDone(ports, skipped, 0);

/**
 * Marks houses as removed, and resets those that came back. Returns the unit prices of the houses on offer, and what the reading
 * tells about the first one that has shown them all.
 */
async function applyReading(
  ports: MonitorPorts,
  { readingId, readAt, resblockId, resblock, result, last, ...rest }: FinishedReading,
): Promise<{ unitPrices: ReadonlyMap<string, number>; first: FirstReading }> {
  const { store, now } = ports;
  const crawl = { ...rest.crawl, result };
  const known = last?.known ?? (await store.listHouseDigests(resblockId));
  const back = known.filter(({ houseId, missingCount }) => missingCount > 0 && crawl.seen.has(houseId));
  for (const house of back) await store.putMissedReadings(house, undefined);

  const present = known.filter(({ removed }) => !removed);
  const listed = last?.listings.filter(({ unitPrice }) => unitPrice > 0) ?? [];
  const unitPrices = new Map([...known, ...listed].map(({ houseId, unitPrice }) => [houseId, unitPrice] as const));
  const ids = new Set([...present.map(({ houseId }) => houseId), ...crawl.seen]);
  let first: FirstReading = resblock;
  if (isExact(crawl)) {
    const left = await leaveToFormerSite(ports, resblock, crawl, present);
    for (const houseId of left) ids.delete(houseId);
    const absent = present.filter(({ houseId }) => !crawl.seen.has(houseId) && !left.has(houseId));
    const matters = absent.length > 0 || resblock.firstCompleteAtMs === null;
    const mayHaveSlid = crawl.mayHaveSlid || (matters && (await showsOffered(store, rest.byHandSinceMs, crawl, known)));
    const removed = await countMissed(ports, { readingId, readAt }, absent, {
      isMassRemoval: isMassRemoval(absent.length, present.length),
      mayHaveSlid,
    });
    for (const houseId of removed) ids.delete(houseId);
    const missesShown = absent.some(({ missingCount }) => missingCount === 0);
    first = findFirstReading(resblock, { readingId, atMs: now().getTime(), mayHaveSlid, missesShown });
  }
  return { unitPrices: new Map([...ids].map((houseId) => [houseId, unitPrices.get(houseId) ?? 0] as const)), first };
}

/**
 * The first exact reading of another site says nothing about the houses that only the former one lists: they are not sold, and
 * leave the lists without news.
 */
async function leaveToFormerSite(
  { store }: MonitorPorts,
  resblock: TrackedResblock,
  { seen }: Crawl,
  present: readonly HouseDigest[],
): Promise<ReadonlySet<string>> {
  const beforeMs = otherSiteBeforeMs(resblock) ?? 0;
  const left = present.filter(({ houseId, createTime }) => createTime < beforeMs && !seen.has(houseId));
  await store.leaveToFormerSite(left);
  return new Set(left.map(({ houseId }) => houseId));
}

/**
 * The pages of a reading by hand come in any order, so all of its houses must have been on offer before. A page that showed a
 * removed house has already put it back, and the house knows when.
 */
async function showsOffered(
  store: MonitorPorts['store'],
  sinceMs: number | undefined,
  { seen, totalPages }: Crawl,
  known: readonly HouseDigest[],
): Promise<boolean> {
  if (sinceMs === undefined || totalPages === 1) return false;
  const before = onOfferBefore(known, sinceMs);
  if ([...seen].some((houseId) => !before.has(houseId))) return true;
  const shown = await store.findHouses([...seen]);
  return shown.some(({ changeTimes }) => (changeTimes.removed ?? 0) >= sinceMs);
}

/** Counts one more missed reading of each house, and removes those that were missed often and long enough. */
async function countMissed(
  { store, settings, now }: MonitorPorts,
  { readingId: runId, readAt }: Pick<FinishedReading, 'readingId' | 'readAt'>,
  absent: { houseId: string; hash: string }[],
  doubts: Doubts,
): Promise<string[]> {
  if (absent.length === 0) return [];
  const nowMs = readAt.getTime();
  const before = await store.findMissedReadings(absent.map(({ houseId }) => houseId));
  const removed: string[] = [];
  for (const house of absent) {
    const missed = countMissedReading(before.get(house.houseId), runId, nowMs);
    if (isRemoved(missed, doubts, settings.removalGapMs, nowMs)) removed.push(house.houseId);
    else await store.putMissedReadings(house, missed);
  }
  for (const house of await store.findHouses(removed)) {
    if (!house.removed) await store.putHouse({ before: house, after: removedVersion(house, now()) });
  }
  return removed;
}

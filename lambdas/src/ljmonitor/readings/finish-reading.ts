import type { DailyStats, ResblockState } from 'shared-types/contract/ljmonitor';
import { medianOf } from 'shared-types/rules/monitor/medians';
import { otherSiteBeforeMs, type TrackedResblock } from '../communities/community.ts';
import { type FirstReading, findFirstReading } from '../communities/first-reading.ts';
import { type HouseDigest, type Listing, removedVersion } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { MonitorSettings, Surroundings } from '../ports.ts';
import { type Crawl, type CrawlConclusion, type CrawlOutcome, isCompleteOutcome, isExact } from './crawl.ts';
import type { ReadingResult } from './reading-writes.ts';
import { countMissedReading, type Doubts, isMassRemoval, isRemoved, onOfferBefore } from './removal-rule.ts';

interface CountPorts extends Pick<Surroundings, 'now'> {
  store: Pick<HouseStore, 'findMissedReadings' | 'putMissedReadings' | 'findHouses' | 'putHouse'>;
  settings: Pick<MonitorSettings, 'removalGapMs'>;
}

interface ApplyPorts extends CountPorts {
  store: CountPorts['store'] & Pick<HouseStore, 'listHouseDigests' | 'leaveToFormerSite'>;
}

export interface FinishPorts extends ApplyPorts, Pick<Surroundings, 'dayAt'> {}

/** A reading of a community that has ended, by a crawl or by hand. */
export interface FinishedReading {
  /** The same reading counts a missing house once, however often it is finished. */
  readingId: string;
  /** The time at which the site showed the pages. */
  readAt: Date;
  /** The time from its first page to its last one, or since the beginning of its run. */
  tookMs: number;
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

/** Removes houses that are gone, and returns what the reading changes of its community. */
export async function finishReading(ports: FinishPorts, finished: FinishedReading): Promise<ReadingResult> {
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
    resblock: afterReading(resblock, result, { houseCount, asked, first, by }, readAt),
    dailyStats: stats && { day: ports.dayAt(readAt), stats },
  };
}

/** Returns undefined when no house has a unit price. A unit price of 0 means that the site left it out. */
export function dailyStatsOf(unitPrices: readonly number[], count: number, now: Date): DailyStats | undefined {
  const medianUnitPrice = medianOf(unitPrices.filter((unitPrice) => unitPrice > 0));
  return medianUnitPrice === undefined ? undefined : { time: now.getTime(), medianUnitPrice, count };
}

const stateAfter: Record<Exclude<CrawlOutcome, 'POSTPONED'>, ResblockState> = {
  OK: 'OK',
  OK_EMPTY: 'OK',
  BLOCKED: 'BLOCKED',
  INCOMPLETE: 'INCOMPLETE',
  FAILED: 'FAILED',
  GONE: 'FAILED',
  NOT_FOUND: 'FAILED',
};

/** A community that was not read keeps the reason of its last reading beside the pause, unless it was read well then. */
function keepsReason({ state }: TrackedResblock, outcome: CrawlOutcome, asked: boolean) {
  return !asked && outcome === 'BLOCKED' && (state === 'FAILED' || state === 'INCOMPLETE');
}

/** `asked` is false when the circuit breaker or the daily quota kept the crawl from the site: that is no reading. */
function afterReading(
  before: TrackedResblock,
  { outcome, reason }: CrawlConclusion,
  {
    houseCount,
    asked,
    first,
    by = null,
  }: { houseCount: number; asked: boolean; first: FirstReading; by?: string | undefined | null },
  now: Date,
): TrackedResblock {
  const nowMs = now.getTime();
  if (outcome === 'POSTPONED')
    return { ...before, houseCount, stateReason: before.state === 'NEW' ? reason : before.stateReason };
  if (keepsReason(before, outcome, asked)) return before;
  const state = stateAfter[outcome];
  return {
    ...before,
    houseCount,
    state,
    stateReason: reason,
    lastReadAtMs: asked ? nowMs : before.lastReadAtMs,
    lastCompleteAtMs: state === 'OK' ? nowMs : before.lastCompleteAtMs,
    lastCompleteBy: state === 'OK' ? by : before.lastCompleteBy,
    firstCompleteAtMs: first.firstCompleteAtMs,
    unproven: first.unproven,
  };
}

/**
 * Marks houses as removed, and resets those that came back. Returns the unit prices of the houses on offer, and what the reading
 * tells about the first one that has shown them all.
 */
async function applyReading(
  ports: ApplyPorts,
  { readingId, readAt, tookMs, resblockId, resblock, result, last, ...rest }: FinishedReading,
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
    const left = await leaveToFormerSite(store, resblock, crawl, present);
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
    first = findFirstReading(resblock, { readingId, atMs: now().getTime(), tookMs, mayHaveSlid, missesShown });
  }
  return { unitPrices: new Map([...ids].map((houseId) => [houseId, unitPrices.get(houseId) ?? 0] as const)), first };
}

/**
 * The first exact reading of another site says nothing about the houses that only the former one lists: they are not sold, and
 * leave the lists without news.
 */
async function leaveToFormerSite(
  store: Pick<HouseStore, 'leaveToFormerSite'>,
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
  store: Pick<HouseStore, 'findHouses'>,
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
  { store, settings, now }: CountPorts,
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

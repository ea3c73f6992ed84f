import { type Crawl, type Ending, isComplete, isExact } from './crawl.ts';
import { figuresOf } from '../communities/daily-stats.ts';
import { type Listing, removedAt } from '../houses/house.ts';
import type { KnownHouse, MonitorPorts } from '../ports.ts';
import { isGone, isMass, missedAgain } from './removal-rule.ts';
import { afterCrawl, type TrackedResblock } from '../communities/community.ts';
import type { Run } from './run.ts';

/** A community whose crawl is over, however it ended. */
interface Ended {
  run: Run;
  resblockId: string;
  /** Nothing when it was deleted meanwhile. */
  resblock: TrackedResblock | undefined;
  crawl: Crawl;
  ending: Ending;
  /** Its last page, where that was just read, and what was known before. */
  last?: { known: KnownHouse[]; listings: Listing[] };
}

/** Draws the conclusions of a crawl and counts its community as done. False when that was done before. */
export async function settle(ports: MonitorPorts, ended: Ended): Promise<boolean> {
  const { run, resblockId, resblock, crawl, ending } = ended;
  const asked = crawl.step > 0;
  const now = ports.now();
  const onOffer = resblock && asked ? await reckon(ports, ended) : undefined;
  const houseCount = onOffer?.size ?? resblock?.houseCount ?? 0;
  const after = resblock && afterCrawl(resblock, ending, { houseCount, asked }, now);
  const figures = onOffer && isComplete(ending.outcome) ? figuresOf([...onOffer.values()], houseCount, now) : undefined;
  return ports.store.settle({
    run,
    resblockId,
    crawl,
    ending,
    resblock: after,
    figures: figures && { day: ports.dayAt(now), of: figures },
    nowMs: now.getTime(),
  });
}

/** A community that was read so lately that nothing was asked stays as it is. */
export const settleUnread = (ports: MonitorPorts, ended: Omit<Ended, 'resblock' | 'last'>) =>
  ports.store.settle({ ...ended, resblock: undefined, figures: undefined, nowMs: ports.now().getTime() });

/** Marks what is gone, forgets what was missed and came back, and tells the unit prices of the houses on offer. */
async function reckon(ports: MonitorPorts, { run: { runId }, resblockId, ending, last, ...ended }: Ended) {
  const { store } = ports;
  const crawl = { ...ended.crawl, ending };
  const known = last?.known ?? (await store.listKnown(resblockId));
  const back = known.filter(({ houseId, missingCount }) => missingCount > 0 && crawl.seen.has(houseId));
  for (const house of back) await store.putMissing(house, undefined);

  const present = known.filter(({ removed }) => !removed);
  const unitPrices = new Map(
    [...known, ...(last?.listings ?? [])].map(({ houseId, unitPrice }) => [houseId, unitPrice] as const),
  );
  const ids = new Set([...present.map(({ houseId }) => houseId), ...crawl.seen]);
  // Only a crawl that read everything may say that something was not there.
  if (isComplete(ending.outcome)) {
    const absent = present.filter(({ houseId }) => !crawl.seen.has(houseId));
    const gone = await missed(ports, runId, absent, {
      exact: isExact(crawl),
      mass: isMass(absent.length, present.length),
    });
    for (const houseId of gone) ids.delete(houseId);
  }
  return new Map([...ids].map((houseId) => [houseId, unitPrices.get(houseId) ?? 0] as const));
}

/** Counts the absence of each, and removes those that were absent often and long enough. */
async function missed(
  { store, settings, now }: MonitorPorts,
  runId: string,
  absent: { houseId: string; hash: string }[],
  { exact, mass }: { exact: boolean; mass: boolean },
): Promise<string[]> {
  if (absent.length === 0) return [];
  const nowMs = now().getTime();
  const before = await store.findMissing(absent.map(({ houseId }) => houseId));
  const gone: string[] = [];
  for (const house of absent) {
    const missing = missedAgain(before.get(house.houseId), { runId, exact, nowMs });
    if (isGone(missing, mass, settings.removalGapMs, nowMs)) gone.push(house.houseId);
    else await store.putMissing(house, missing);
  }
  for (const house of await store.findHouses(gone)) {
    if (!house.removed) await store.putHouse({ before: house, after: removedAt(house, now()) });
  }
  return gone;
}

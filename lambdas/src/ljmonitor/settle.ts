import { type Crawl, type Ending, isComplete, isExact } from './crawl.ts';
import { removedAt } from './house.ts';
import type { KnownHouse, MonitorPorts } from './ports.ts';
import { isGone, isMass, missedAgain } from './removal.ts';
import { afterCrawl, type TrackedResblock } from './resblock.ts';
import type { Run } from './run.ts';

/** A community whose crawl is over, however it ended. */
interface Ended {
  run: Run;
  resblockId: string;
  /** Nothing when it was deleted meanwhile. */
  resblock: TrackedResblock | undefined;
  crawl: Crawl;
  ending: Ending;
  /** What was known before its last page, where that was just read: what came with the page is in the crawl. */
  known?: KnownHouse[];
}

/** Draws the conclusions of a crawl and counts its community as done. False when that was done before. */
export async function settle(ports: MonitorPorts, ended: Ended): Promise<boolean> {
  const { run, resblockId, resblock, crawl, ending } = ended;
  const asked = crawl.step > 0;
  const now = ports.now();
  const houseCount = resblock && asked ? await reckon(ports, ended) : undefined;
  const after = resblock && afterCrawl(resblock, ending, { houseCount: houseCount ?? resblock.houseCount, asked }, now);
  return ports.store.settle({ run, resblockId, crawl, ending, resblock: after, nowMs: now.getTime() });
}

/** A community that was read so lately that nothing was asked stays as it is. */
export const settleUnread = (ports: MonitorPorts, ended: Omit<Ended, 'resblock' | 'known'>) =>
  ports.store.settle({ ...ended, resblock: undefined, nowMs: ports.now().getTime() });

/** Marks what is gone, forgets what was missed and came back, and counts the houses on offer. */
async function reckon(ports: MonitorPorts, { run: { runId }, resblockId, ending, ...ended }: Ended): Promise<number> {
  const { store } = ports;
  const crawl = { ...ended.crawl, ending };
  const known = ended.known ?? (await store.listKnown(resblockId));
  const back = known.filter(({ houseId, missingCount }) => missingCount > 0 && crawl.seen.has(houseId));
  for (const house of back) await store.putMissing(house, undefined);

  const present = known.filter(({ removed }) => !removed);
  const onOffer = new Set([...present.map(({ houseId }) => houseId), ...crawl.seen]);
  // Only a crawl that read everything may say that something was not there.
  if (isComplete(ending.outcome)) {
    const absent = present.filter(({ houseId }) => !crawl.seen.has(houseId));
    const gone = await missed(ports, runId, absent, {
      exact: isExact(crawl),
      mass: isMass(absent.length, present.length),
    });
    for (const houseId of gone) onOffer.delete(houseId);
  }
  return onOffer.size;
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

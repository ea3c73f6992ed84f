import type { TrackedResblock } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { Surroundings } from '../ports.ts';
import type { CrawlStore } from '../readings/crawl-store.ts';
import { type FinishedReading, type FinishPorts, finishReading } from '../readings/finish-reading.ts';
import type { RunStore } from './run-store.ts';
import { type Run, runLeaseMs } from './run.ts';

export interface CountDonePorts extends Pick<Surroundings, 'now'> {
  store: Pick<RunStore, 'putCrawlResult'>;
}

export interface FinishCrawlPorts extends FinishPorts {
  store: FinishPorts['store'] &
    CountDonePorts['store'] &
    Pick<ResblockStore, 'findResblock'> &
    Pick<CrawlStore, 'putReading'>;
}

/** A community whose crawl has ended. */
interface FinishedCrawl extends Omit<
  FinishedReading,
  'readingId' | 'readAt' | 'tookMs' | 'by' | 'byHandSinceMs' | 'resblock'
> {
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
export async function finishCrawl(ports: FinishCrawlPorts, finished: FinishedCrawl, pauseMs: number): Promise<boolean> {
  const { store, now } = ports;
  const { run, resblockId, crawl, result } = finished;
  const readAt = now();
  const times = { readAt, tookMs: readAt.getTime() - crawl.startedAtMs };
  let { resblock } = finished;
  for (let tries = 1; resblock && tries <= maxTries; tries++) {
    const reading = await finishReading(ports, { ...finished, ...times, resblock, readingId: run.runId });
    if (await store.putReading(resblock, reading)) break;
    // Another reading has ended meanwhile, or the community was deleted or is read from another site.
    const stored = await store.findResblock(resblockId);
    resblock = stored?.origin === resblock.origin ? stored : undefined;
  }
  return countAsDone(ports, { run, result }, pauseMs);
}

async function countAsDone(
  { store, now }: CountDonePorts,
  { run, result }: Pick<FinishedCrawl, 'run' | 'result'>,
  pauseMs: number,
) {
  const nowMs = now().getTime();
  return store.putCrawlResult({ run, result, leaseUntilMs: nowMs + pauseMs + runLeaseMs, nowMs });
}

/** Counts a community as done without changing it, because it was read recently and the site was not asked. */
export const finishSkippedCrawl = (ports: CountDonePorts, skipped: Pick<FinishedCrawl, 'run' | 'result'>) =>
  countAsDone(ports, skipped, 0);

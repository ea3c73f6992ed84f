import type { House } from '../houses/house.ts';
import type { HouseCursor } from '../houses/house-cursor.ts';
import { digestReaderId } from '../marks/marks.ts';
import type { WorkerPorts } from '../ports.ts';
import type { Run } from '../refresh/run.ts';
import { composeDigest } from './digest.ts';

const pageSize = 100;

/**
 * Sends the digest of a finished refresh once, however often the run's last message is delivered: one claim succeeds. If
 * sending fails, the claim is released and the next delivery tries again. If the worker dies in between, the digest is
 * lost, because sending it twice would be worse.
 */
export async function sendDigest(ports: WorkerPorts, run: Run): Promise<void> {
  const { store, digests, now } = ports;
  if (!digests || !run.isRefresh || !(await store.claimDigest(run.runId, now().getTime()))) return;
  try {
    const digest = await digestOfRun(ports, run);
    if (digest) await digests.send(digest);
  } catch (error) {
    await store.releaseDigest(run.runId);
    throw error;
  }
}

async function digestOfRun({ store, limiter, site, now }: WorkerPorts, { startedAtMs: sinceMs }: Run) {
  const [resblocks, limiterState, { hidden }] = await Promise.all([
    store.listResblocks(),
    limiter.getState(),
    store.findMarks(digestReaderId, []),
  ]);
  const tracked = new Set(resblocks.map(({ resblockId }) => resblockId));
  const houses: House[] = [];
  let from: HouseCursor | undefined;
  do {
    const page = await store.pageHouses(tracked, from, pageSize);
    houses.push(...page.filter(({ houseId }) => !hidden.has(houseId)));
    from = page.at(-1);
  } while (from && from.updateTimeMs >= sinceMs);
  const origins = new Map(resblocks.map(({ resblockId, origin }) => [resblockId, origin]));
  return composeDigest(
    { sinceMs, nowMs: now().getTime(), houses, resblocks, limiter: limiterState },
    ({ houseId, resblockId }) => site.houseUrl(houseId, origins.get(resblockId)),
  );
}

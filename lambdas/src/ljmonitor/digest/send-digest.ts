import { digestOf } from './digest.ts';
import type { House } from '../houses/house.ts';
import { mailReader } from '../marks/marks.ts';
import type { HouseCursor, WorkerPorts } from '../ports.ts';
import type { Run } from '../refresh/run.ts';

const housesAtOnce = 100;

/**
 * Tells of a refresh that is over, once: however often its last message comes, one claim of it succeeds. When sending
 * fails the claim is given back, and the message's next delivery tries again; a worker that dies in between takes the
 * mail with it, because two of the same would be worse.
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

async function digestOfRun({ store, gate, site, now }: WorkerPorts, { startedAtMs: sinceMs }: Run) {
  const [resblocks, siteGate, { hidden }] = await Promise.all([
    store.listResblocks(),
    gate.findGate(),
    store.findMarks(mailReader, []),
  ]);
  const tracked = new Set(resblocks.map(({ resblockId }) => resblockId));
  const houses: House[] = [];
  let from: HouseCursor | undefined;
  do {
    const page = await store.pageHouses(tracked, from, housesAtOnce);
    houses.push(...page.filter(({ houseId }) => !hidden.has(houseId)));
    from = page.at(-1);
  } while (from && from.updateTimeMs >= sinceMs);
  return digestOf({ sinceMs, nowMs: now().getTime(), houses, resblocks, gate: siteGate }, (houseId) =>
    site.houseUrl(houseId),
  );
}

import type { House } from '../houses/house.ts';
import type { HouseCursor } from '../houses/house-cursor.ts';
import { digestReaderId } from '../marks/marks.ts';
import type { WorkerPorts } from '../ports.ts';
import type { DigestMessage } from '../refresh/message.ts';
import { isFinished } from '../refresh/run.ts';
import { composeDigest } from './digest.ts';

const pageSize = 100;

/**
 * Sends the news since the last digest, once: one caller claims it. If sending fails, the claim is released and the next
 * delivery tries again. If the worker dies in between, the digest is lost, because sending it twice would be worse.
 * `startedAtMs` is the beginning of the first digest's news.
 */
export async function sendDigest(ports: WorkerPorts, startedAtMs: number): Promise<void> {
  const { store, digests, now } = ports;
  if (!digests) return;
  const beforeMs = await store.findDigestEnd();
  const sinceMs = beforeMs === undefined ? startedAtMs : beforeMs + 1;
  const untilMs = now().getTime();
  if (untilMs < sinceMs || !(await store.moveDigestEnd(beforeMs, untilMs))) return;
  try {
    const digest = await digestOf(ports, sinceMs, untilMs);
    if (digest) await digests.send(digest);
  } catch (error) {
    await store.moveDigestEnd(untilMs, sinceMs - 1);
    throw error;
  }
}

/** Sends the news of a reading by hand, unless a refresh is in progress: its digest has them, too. */
export async function sendDigestOfHand(ports: WorkerPorts, { startedAtMs }: DigestMessage): Promise<void> {
  const { run } = await ports.store.getRefreshHistory();
  if (!run || isFinished(run)) await sendDigest(ports, startedAtMs);
}

async function digestOf({ store, limiter, site }: WorkerPorts, sinceMs: number, untilMs: number) {
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
    houses.push(...page.filter(({ houseId, updateTimeMs }) => updateTimeMs <= untilMs && !hidden.has(houseId)));
    from = page.at(-1);
  } while (from && from.updateTimeMs >= sinceMs);
  const origins = new Map(resblocks.map(({ resblockId, origin }) => [resblockId, origin]));
  return composeDigest(
    { sinceMs, nowMs: untilMs, houses, resblocks, limiter: limiterState },
    ({ houseId, resblockId }) => site.houseUrl(houseId, origins.get(resblockId)),
  );
}

import { log } from '../../platform/log.ts';
import { type Crawl, type Ending, isFlawed, newCrawl, readingOf } from './crawl.ts';
import { leavingOf, pauseMs } from '../site-limiter/site-limiter.ts';
import type { Listing } from '../houses/house.ts';
import type { RefreshMessage, RefreshStep } from './message.ts';
import { holderOf, storeReading } from './save-page.ts';
import type { KnownHouse, WorkerPorts } from '../ports.ts';
import { resume } from './start-refresh.ts';
import { isFresh, type TrackedResblock } from '../communities/community.ts';
import { isOver, leaseMs, mostTakeovers, nextStep, type Run } from './run.ts';
import { sendDigest } from '../digest/send-digest.ts';
import { settle, settleUnread } from './finish-crawl.ts';
import { turnWithin } from '../site-limiter/wait-for-slot.ts';

/** Longer waits are left to the queue: a function that waits costs as much as one that works. */
const patienceMs = 1000;

/** The worker of the refresh queue: one message reads one page, and sends the message for the next. */
export const refreshWork = (ports: WorkerPorts) => async (message: RefreshMessage) => {
  switch (message.kind) {
    case 'step':
      return takeStep(ports, message);
    case 'feed':
      return putInFeed(ports, message.resblockId);
  }
};

/** Where a run stands, for one step of it. */
interface Place {
  run: Run;
  crawl: Crawl;
  resblockId: string;
  resblock: TrackedResblock | undefined;
  last?: { known: KnownHouse[]; listings: Listing[] };
}

async function takeStep(ports: WorkerPorts, message: RefreshStep): Promise<void> {
  const { runId, resblockId } = message;
  const { run, crawl = newCrawl, resblock } = await ports.store.findStep(runId, resblockId);
  if (!run) return;
  const isNext = run.resblockIds[run.done] === resblockId && crawl.step === message.step;
  if (isOver(run)) return sendDigest(ports, run);
  if (!isNext) return resume(ports, run);

  const place = { run, crawl, resblockId, resblock };
  const ending = endingWithoutAsking(place);
  if (ending) return settleAndGoOn(ports, place, ending);
  if (resblock && crawl.step === 0 && isFresh(resblock, ports.settings.minIntervalMs, ports.now())) {
    return settleFresh(ports, place, resblock);
  }
  return readNextPage(ports, message, place);
}

const gone: Ending = { outcome: 'GONE', reason: null };

/** Nothing is left to ask, or there is no use in asking. */
function endingWithoutAsking({ run, crawl, resblock }: Place): Ending | undefined {
  if (!resblock) return gone;
  if (crawl.ending) return crawl.ending;
  if (run.takeovers < mostTakeovers) return undefined;
  return { outcome: 'FAILED', reason: 'Reading it stopped in the middle, again and again.' };
}

async function readNextPage(ports: WorkerPorts, message: RefreshStep, place: Place): Promise<void> {
  const { run, crawl, resblockId, resblock } = place;
  const holder = holderOf(run.runId, resblockId, crawl);
  const turn = await turnWithin(ports, holder, patienceMs);
  switch (turn.kind) {
    case 'later':
      return passOn(ports, run, message, turn.atMs - ports.now().getTime());
    case 'blocked':
      return settleAndGoOn(ports, place, {
        outcome: 'BLOCKED',
        reason: 'Reading is paused while the site blocks us.',
      });
    case 'spent':
      return settleAndGoOn(ports, place, {
        outcome: 'FAILED',
        reason: `Today's budget of requests to the site (${ports.settings.requestsPerDay}) is spent. It is read again tomorrow.`,
      });
    case 'asked':
      return resume(ports, run);
    case 'mine':
      break;
  }
  if (!resblock) return;

  const [answer, known] = await Promise.all([
    ports.site.page(resblockId, crawl.nextPage),
    ports.store.listKnown(resblockId),
  ]);
  const reading = readingOf(answer, resblockId, crawl);
  const result = await storeReading(ports, run.runId, resblock, reading, known, { settledNext: true });
  const pause = Math.max(pauseMs(ports.settings.paceMs, ports.chance()), reading.waitMs);
  const left = leavingOf(turn.gate, { welcome: reading.welcome, pauseMs: pause }, ports.now().getTime());
  const ending = result === 'untracked' ? gone : reading.crawl.ending;
  const after = { ...place, crawl: reading.crawl, last: { known, listings: reading.listings } };
  const isSettled = result !== 'passed' && ending ? await conclude(ports, { ...after, ending }) : false;
  // Only now: whoever finds the gate left by this very step takes it for done.
  await ports.gate.leave(holder, left);

  if (result === 'passed') return resume(ports, run);
  if (!ending) return passOn(ports, run, nextStep(run, reading.crawl), pause);
  if (isSettled) return goOn(ports, run, pause);
}

/** A community that was not read to its end is told of: an alarm counts these lines (infra/src/operations/alarms.ts). */
async function conclude(ports: WorkerPorts, ended: Parameters<typeof settle>[1]): Promise<boolean> {
  const isSettled = await settle(ports, ended);
  const { run, resblockId, ending } = ended;
  if (isSettled && isFlawed(ending.outcome))
    log('warn', 'community not read', { runId: run.runId, resblockId, reason: ending.reason ?? ending.outcome });
  return isSettled;
}

async function settleAndGoOn(ports: WorkerPorts, place: Place, ending: Ending): Promise<void> {
  if (await conclude(ports, { ...place, ending })) await goOn(ports, place.run, 0);
}

async function settleFresh(ports: WorkerPorts, { run, resblockId, crawl }: Place, resblock: TrackedResblock) {
  const { state, stateReason } = resblock;
  const ending: Ending = { outcome: state === 'NEW' ? 'INCOMPLETE' : state, reason: stateReason };
  if (await settleUnread(ports, { run, resblockId, crawl, ending })) await goOn(ports, run, 0);
}

async function goOn(ports: WorkerPorts, before: Run, pause: number): Promise<void> {
  const run = { ...before, done: before.done + 1 };
  if (isOver(run)) return sendDigest(ports, run);
  return passOn(ports, run, nextStep(run, undefined), pause);
}

/** Whole seconds are waited for in the queue, the rest in the worker of the next step. */
async function passOn({ store, queue, now }: WorkerPorts, run: Run, step: RefreshStep | undefined, pause: number) {
  if (!step) return;
  await Promise.all([
    queue.send(step, Math.floor(pause / 1000)),
    store.renewLease(run.runId, now().getTime() + pause + leaseMs),
  ]);
}

/** Added and deleted in quick succession, a community may have two of these at work: the one that ends last sees the truth. */
async function putInFeed({ store }: WorkerPorts, resblockId: string): Promise<void> {
  const isTracked = async () => (await store.findResblock(resblockId)) !== undefined;
  let inFeed = await isTracked();
  for (;;) {
    await store.setInFeed(resblockId, inFeed);
    const isStill = await isTracked();
    if (isStill === inFeed) return;
    inFeed = isStill;
  }
}

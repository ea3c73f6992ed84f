import { log } from '../../platform/log.ts';
import { type TrackedResblock, wasReadRecently } from '../communities/community.ts';
import type { HouseDigest, Listing } from '../houses/house.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import { refusalReasons } from '../listing-site/site-adapter.ts';
import type { RefreshStep } from '../message.ts';
import type { MonitorSettings, RefreshQueue, Surroundings } from '../ports.ts';
import {
  type Crawl,
  type CrawlConclusion,
  type CrawlOutcome,
  isFailure,
  newCrawl,
  notFoundReason,
  processAnswer,
} from '../readings/crawl.ts';
import { onOfferBefore, withDoubt } from '../readings/removal-rule.ts';
import { savePage, type SavePorts } from '../readings/save-page.ts';
import { afterRequest, pauseWithJitter } from '../site-limiter/site-limiter.ts';
import type { SiteLimiter } from '../site-limiter/limiter-store.ts';
import { type CookiePorts, type SlotPorts, tryNewCookie, waitForSlot } from '../site-limiter/wait-for-slot.ts';
import { type CountDonePorts, finishCrawl, type FinishCrawlPorts, finishSkippedCrawl } from './finish-crawl.ts';
import type { RunStore } from './run-store.ts';
import { isFinished, isReplaced, runLeaseMs, maxTakeovers, nextRefreshStep, progressOf, type Run } from './run.ts';
import { type ResumePorts, resumeExpiredRun } from './start-refresh.ts';

/** Longer waits are left to the queue, because a function that waits costs as much as a working function. */
const maxWaitForSlotMs = 1000;

interface ContinuePorts {
  queue: RefreshQueue;
  settings: Pick<MonitorSettings, 'newsSettleSeconds'>;
}

interface SendPorts extends Pick<Surroundings, 'now'> {
  store: Pick<RunStore, 'renewLease'>;
  queue: RefreshQueue;
}

type PostponePorts = FinishCrawlPorts &
  ContinuePorts & { store: Pick<RunStore, 'postponeRun'>; settings: Pick<MonitorSettings, 'requestsPerDay'> };

type ReadPorts = SlotPorts &
  CookiePorts &
  SavePorts &
  PostponePorts &
  ResumePorts &
  SendPorts &
  Pick<Surroundings, 'random'> & {
    site: Pick<ListingSite, 'page'>;
    limiter: Pick<SiteLimiter, 'releaseSlot'>;
    settings: Pick<MonitorSettings, 'paceMs'>;
  };

type TakePorts = ReadPorts & {
  limiter: Pick<SiteLimiter, 'getState'>;
  settings: Pick<MonitorSettings, 'minIntervalMs'>;
};

export type StepPorts = TakePorts & { store: Pick<RunStore, 'getStepState' | 'endRun' | 'countFailedStep'> };

interface StepContext {
  run: Run;
  crawl: Crawl;
  resblockId: string;
  resblock: TrackedResblock | undefined;
  last?: { known: HouseDigest[]; listings: Listing[] };
}

/** Reads one page and sends the message for the next. */
export async function performStep(ports: StepPorts, message: RefreshStep): Promise<void> {
  const { runId, resblockId } = message;
  const { run, history, ...found } = await ports.store.getStepState(runId, resblockId);
  if (!run) return;
  const startedAtMs = ports.now().getTime();
  const crawl = found.crawl ?? { ...newCrawl, origin: found.resblock?.origin ?? null, startedAtMs };
  // A community that is read from another site now has a run of its own. Its pages there never add up with those of before.
  const resblock = found.resblock?.origin === crawl.origin ? found.resblock : undefined;
  if (isReplaced(run, history) && !isFinished(run)) return ports.store.endRun(run);
  const isNext = run.resblockIds[run.done] === resblockId && crawl.step === message.step;
  if (isFinished(run)) return sendNews(ports, run);
  if (!isNext) return resumeExpiredRun(ports, run);

  try {
    await takeStep(ports, message, { run, crawl, resblockId, resblock });
  } catch (error) {
    // The queue delivers the message again. Without the count, a page that always fails would keep the run for ever.
    await ports.store.countFailedStep(run).catch(() => log('warn', 'failed step not counted', { runId, resblockId }));
    throw error;
  }
}

async function takeStep(ports: TakePorts, message: RefreshStep, context: StepContext): Promise<void> {
  const { crawl, resblock } = context;
  const result = resultWithoutRequest(context);
  if (result || !resblock) return finishAndContinue(ports, context, result ?? untracked);
  const isRecent = crawl.step === 0 && wasReadRecently(resblock, ports.settings.minIntervalMs, ports.now());
  if (isRecent && !(await isTrialAllowed(ports))) return skipAndContinue(ports, context, resblock);
  return readNextPage(ports, message, context);
}

/** The owner wants one page to be asked for, also when people have just read all communities by hand. */
const isTrialAllowed = async ({ limiter }: { limiter: Pick<SiteLimiter, 'getState'> }) =>
  (await limiter.getState()).trialUntilMs > 0;

const untracked: CrawlConclusion = { outcome: 'GONE', reason: null };

/** Returns a result when every page is read or another request makes no sense. */
function resultWithoutRequest({ run, crawl, resblock }: StepContext): CrawlConclusion | undefined {
  if (!resblock) return untracked;
  if (run.takeovers < maxTakeovers) return crawl.result ?? undefined;
  return { outcome: 'FAILED', reason: 'Could not finish after three attempts.' };
}

/** The site limiter refuses a repeated holder, so each step of a crawl asks the site once. */
const slotHolderOf = (runId: string, resblockId: string, { step }: Crawl) => `${runId}/${resblockId}/${step}`;

async function readNextPage(ports: ReadPorts, message: RefreshStep, context: StepContext): Promise<void> {
  const { run, crawl, resblockId, resblock } = context;
  const holder = slotHolderOf(run.runId, resblockId, crawl);
  const slot = await waitForSlot(ports, holder, maxWaitForSlotMs);
  switch (slot.kind) {
    case 'later':
      return sendStep(ports, run, message, slot.atMs - ports.now().getTime(), undefined);
    case 'blocked':
      if (await tryNewCookie(ports, slot.state)) return sendStep(ports, run, message, 0, undefined);
      return finishAndContinue(ports, context, {
        outcome: 'BLOCKED',
        reason: slot.state.cause
          ? refusalReasons[slot.state.cause]
          : 'Checks are paused while the listing site is blocking the monitor.',
      });
    case 'quotaUsed':
      return postpone(ports, context);
    case 'repeated':
      return resumeExpiredRun(ports, run);
    case 'granted':
      break;
  }
  if (!resblock) return;

  const [answer, known] = await Promise.all([
    ports.site.page(resblockId, crawl.nextPage, undefined, resblock.origin),
    ports.store.listHouseDigests(resblockId),
  ]);
  const page = withDoubt(processAnswer(answer, resblockId, crawl), crawl, onOfferBefore(known, run.startedAtMs));
  const status = await savePage(ports, run, resblock, page, known, { finishesNext: true });
  const pauseMs = Math.max(pauseWithJitter(ports.settings.paceMs, ports.random()), page.waitMs);
  const released = afterRequest(slot.state, { signal: page.signal, pauseMs }, ports.now().getTime());
  const result = status === 'untracked' ? untracked : page.crawl.result;
  const after = { ...context, crawl: page.crawl, last: { known, listings: page.listings } };
  const isFirst =
    status !== 'alreadySaved' && result ? await finishAndReport(ports, { ...after, result }, pauseMs) : false;
  // The slot is released last, because a repeated message treats a released slot as a finished step.
  await ports.limiter.releaseSlot(holder, { ...released, cookieHash: await ports.site.cookieHash() });

  if (status === 'alreadySaved') return resumeExpiredRun(ports, run);
  if (!result) return sendStep(ports, run, nextRefreshStep(run, page.crawl), pauseMs, progressOf(run, page.crawl));
  if (isFirst) return continueRun(ports, run, pauseMs);
}

/** An alarm counts the log lines of communities that were not read (infra/src/operations/alarms.ts). */
async function finishAndReport(
  ports: FinishCrawlPorts,
  finished: Parameters<typeof finishCrawl>[1],
  pauseMs: number,
): Promise<boolean> {
  const isFirst = await finishCrawl(ports, finished, pauseMs);
  const { run, resblockId, resblock, result } = finished;
  // The owner hears once of a community that the site does not have any more.
  const isNews =
    isFailure(result.outcome) || (result.outcome === 'NOT_FOUND' && resblock?.stateReason !== notFoundReason);
  if (isFirst && isNews)
    log('warn', 'community not read', { runId: run.runId, resblockId, reason: result.reason ?? result.outcome });
  return isFirst;
}

/** Leaves the rest to the next day. It is no failure: the next refresh begins with the community read longest ago. */
async function postpone(ports: PostponePorts, context: StepContext): Promise<void> {
  const { run } = context;
  const { requestsPerDay } = ports.settings;
  const reason = `Today’s limit of ${requestsPerDay.toLocaleString('en-US')} requests to the listing site is used up. It is checked tomorrow.`;
  if (!run.isRefresh) return finishAndContinue(ports, context, { outcome: 'POSTPONED', reason });
  if (await ports.store.postponeRun(run, ports.now().getTime())) return sendNews(ports, run);
}

async function finishAndContinue(
  ports: FinishCrawlPorts & ContinuePorts,
  context: StepContext,
  result: CrawlConclusion,
): Promise<void> {
  if (await finishAndReport(ports, { ...context, result }, 0)) await continueRun(ports, context.run, 0);
}

async function skipAndContinue(ports: CountDonePorts & ContinuePorts, { run }: StepContext, resblock: TrackedResblock) {
  const { stateReason } = resblock;
  const result: CrawlConclusion = { outcome: outcomeBefore(resblock), reason: stateReason };
  if (await finishSkippedCrawl(ports, { run, result })) await continueRun(ports, run, 0);
}

function outcomeBefore({ state, stateReason }: TrackedResblock): CrawlOutcome {
  if (stateReason === notFoundReason) return 'NOT_FOUND';
  return state === 'NEW' ? 'INCOMPLETE' : state;
}

async function continueRun(ports: ContinuePorts, before: Run, pauseMs: number): Promise<void> {
  const run = { ...before, done: before.done + 1 };
  if (isFinished(run)) return sendNews(ports, run);
  const step = nextRefreshStep(run, undefined);
  if (step) await ports.queue.send(step, delaySeconds(pauseMs));
}

/** An added community has no news of its own: the next news has what other readings have changed meanwhile. */
const sendNews = async ({ queue, settings }: ContinuePorts, { isRefresh, startedAtMs }: Run) =>
  isRefresh ? queue.send({ kind: 'news', startedAtMs }, settings.newsSettleSeconds) : undefined;

/** The queue delays a message by whole seconds, and the worker of the step waits for the rest. */
const delaySeconds = (pauseMs: number) => Math.floor(pauseMs / 1000);

/** Sends the next step, or this one again when it has only waited. */
async function sendStep(
  { store, queue, now }: SendPorts,
  run: Run,
  step: RefreshStep | undefined,
  pauseMs: number,
  progress: number | undefined,
) {
  if (!step) return;
  await Promise.all([
    queue.send(step, delaySeconds(pauseMs)),
    store.renewLease(run.runId, now().getTime() + pauseMs + runLeaseMs, progress),
  ]);
}

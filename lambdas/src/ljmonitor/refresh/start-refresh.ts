import { nextUtcDayMs } from 'shared-types/rules/time';
import { AppError } from '../../platform/app-error.ts';
import { type TrackedResblock, wasReadRecently } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { RefreshQueue, Surroundings } from '../ports.ts';
import type { CrawlStore } from '../readings/crawl-store.ts';
import type { RunStore } from './run-store.ts';
import {
  isFinished,
  isRunLeaseExpired,
  newRun,
  nextRefreshStep,
  type RefreshLimits,
  type Run,
  runLeaseMs,
} from './run.ts';

export interface ResumePorts extends Pick<Surroundings, 'now'> {
  store: Pick<RunStore, 'takeOverLease'> & Pick<CrawlStore, 'findCrawl'>;
  queue: RefreshQueue;
}

interface StartPorts extends ResumePorts, Pick<Surroundings, 'newId'> {
  store: ResumePorts['store'] &
    Pick<RunStore, 'getRefreshHistory' | 'putEmptyRefresh' | 'startRefresh'> &
    Pick<ResblockStore, 'listResblocks'>;
}

/** The user who starts a refresh, with the daily limits. */
interface Starter {
  userId: string;
  limits: RefreshLimits;
  /** The refresh is refused when each community was read within this time, because it would read none. */
  minIntervalMs: number;
  /** Runs when nothing refuses the refresh any more, and before it asks the site. */
  beforeFirstStep?: () => Promise<void>;
}

/**
 * Starts a refresh of all communities, or joins the one in progress, which costs a user nothing. The schedule calls it without a
 * user.
 */
export async function startRefresh(ports: StartPorts, starter?: Starter): Promise<void> {
  const { store, queue, now, newId } = ports;
  const { history, run: last } = await store.getRefreshHistory();
  if (last && !isFinished(last)) {
    await starter?.beforeFirstStep?.();
    return resumeExpiredRun(ports, last);
  }

  const resblocks = await store.listResblocks();
  if (resblocks.length === 0) return store.putEmptyRefresh(now().getTime());
  if (starter) rejectWhenAllRecent(resblocks, starter.minIntervalMs, now());
  const run = newRun(newId(), true, resblocks.toSorted(byLastReading), now());
  const start = await store.startRefresh(run, history, starter && { ...starter, at: now() });
  if (starter && (start === 'person' || start === 'site')) throw limitReached(starter.limits, start, now());
  await starter?.beforeFirstStep?.();
  const step = nextRefreshStep(run, undefined);
  if (start === 'started' && step) await queue.send(step);
}

/** The community that was read longest ago comes first, because the daily limit may end the refresh. */
const byLastReading = (one: TrackedResblock, other: TrackedResblock) =>
  (one.lastReadAtMs ?? 0) - (other.lastReadAtMs ?? 0);

function rejectWhenAllRecent(resblocks: readonly TrackedResblock[], minIntervalMs: number, at: Date) {
  if (!resblocks.every((resblock) => wasReadRecently(resblock, minIntervalMs, at))) return;
  const limitEndsAt = Math.min(...resblocks.map(({ lastReadAtMs }) => lastReadAtMs ?? 0)) + minIntervalMs;
  throw new AppError('tooMany', 'All communities have just been checked.', {
    retryAfterSeconds: Math.ceil((limitEndsAt - at.getTime()) / 1000),
    limitEndsAt,
  });
}

/** The user, or all users together, have started as many refreshes today as a limit allows. Days begin in UTC. */
function limitReached(limits: RefreshLimits, reached: keyof RefreshLimits, at: Date): AppError {
  const limitEndsAt = nextUtcDayMs(at);
  const whose = reached === 'person' ? 'Your' : 'The site’s';
  return new AppError('tooMany', `${whose} limit of ${limits[reached]} refreshes a day is used up.`, {
    retryAfterSeconds: Math.ceil((limitEndsAt - at.getTime()) / 1000),
    limitEndsAt,
  });
}

/** Continues a run whose worker has died. Any caller may try, and one of them takes over the lease. */
export async function resumeExpiredRun({ store, queue, now }: ResumePorts, run: Run) {
  if (isFinished(run) || !isRunLeaseExpired(run, now())) return;
  if (!(await store.takeOverLease(run, now().getTime() + runLeaseMs))) return;
  const step = nextRefreshStep(run, await currentCrawl(store, run));
  if (step) await queue.send(step);
}

async function currentCrawl(store: Pick<CrawlStore, 'findCrawl'>, { runId, resblockIds, done }: Run) {
  const resblockId = resblockIds[done];
  return resblockId === undefined ? undefined : store.findCrawl(runId, resblockId);
}

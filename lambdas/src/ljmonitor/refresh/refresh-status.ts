import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import type { Schedule } from 'shared-types/rules/schedule';
import type { User } from '../../platform/http/session.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { Surroundings } from '../ports.ts';
import type { SiteLimiter } from '../site-limiter/limiter-store.ts';
import { type RefreshHistory, toRefreshStatus } from './run.ts';
import type { RunStore } from './run-store.ts';
import { type ResumePorts, resumeExpiredRun } from './start-refresh.ts';

interface StatusPorts extends ResumePorts, Pick<Surroundings, 'dayAt'> {
  store: ResumePorts['store'] & Pick<RunStore, 'getRefreshHistory'>;
  limiter: Pick<SiteLimiter, 'getState'>;
  site: Pick<ListingSite, 'resblockUrl'>;
  schedule: Pick<Schedule, 'nextAfter'>;
  isOwner: (user: User) => Promise<boolean>;
}

/** Returns the status, and resumes a run whose worker has died. */
export async function refreshStatus(ports: StatusPorts, user?: User): Promise<RefreshStatus> {
  const [{ history, run }, breaker] = await Promise.all([ports.store.getRefreshHistory(), ports.limiter.getState()]);
  if (run) await resumeExpiredRun(ports, run);
  const now = ports.now();
  const nextRefreshAtMs = ports.schedule.nextAfter(now.getTime());
  const context = { breaker, isPostponed: isPostponed(ports, history, now), nextRefreshAtMs };
  const listingOrigin = new URL(ports.site.resblockUrl('0')).origin;
  const status = { ...toRefreshStatus(history, run, context, now), listingOrigin };
  const mayTryOnce = status.blockedUntil !== null && user !== undefined && (await ports.isOwner(user));
  return mayTryOnce ? { ...status, mayTryOnce } : status;
}

/** A refresh is postponed until a later refresh succeeds, or until the next day brings new requests. */
function isPostponed({ dayAt }: Pick<Surroundings, 'dayAt'>, history: RefreshHistory, now: Date): boolean {
  const { lastPostponedAtMs, lastSuccessAtMs } = history;
  if (lastPostponedAtMs === null || lastPostponedAtMs < (lastSuccessAtMs ?? 0)) return false;
  return dayAt(new Date(lastPostponedAtMs)) === dayAt(now);
}

import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import type { HttpPorts } from '../ports.ts';
import { type RefreshHistory, toRefreshStatus } from './run.ts';
import { resumeExpiredRun } from './start-refresh.ts';

/** Returns the status, and resumes a run whose worker has died. */
export async function refreshStatus(
  ports: Pick<HttpPorts, 'store' | 'limiter' | 'queue' | 'now' | 'schedule' | 'dayAt'>,
): Promise<RefreshStatus> {
  const [{ history, run }, breaker] = await Promise.all([ports.store.getRefreshHistory(), ports.limiter.getState()]);
  if (run) await resumeExpiredRun(ports, run);
  const now = ports.now();
  const nextRefreshAtMs = ports.schedule.nextAfter(now.getTime());
  return toRefreshStatus(
    history,
    run,
    { breaker, isPostponed: isPostponed(ports, history, now), nextRefreshAtMs },
    now,
  );
}

/** A refresh that has ended later, or another day with requests of its own, is an end of the wait. */
function isPostponed({ dayAt }: Pick<HttpPorts, 'dayAt'>, history: RefreshHistory, now: Date): boolean {
  const { lastPostponedAtMs, lastSuccessAtMs } = history;
  if (lastPostponedAtMs === null || lastPostponedAtMs < (lastSuccessAtMs ?? 0)) return false;
  return dayAt(new Date(lastPostponedAtMs)) === dayAt(now);
}

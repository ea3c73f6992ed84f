import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import type { HttpPorts } from '../ports.ts';
import { toRefreshStatus } from './run.ts';
import { resumeExpiredRun } from './start-refresh.ts';

/** Returns the status, and resumes a run whose worker has died. */
export async function refreshStatus(
  ports: Pick<HttpPorts, 'store' | 'limiter' | 'queue' | 'now' | 'schedule'>,
): Promise<RefreshStatus> {
  const [{ history, run }, { breakerUntilMs }] = await Promise.all([
    ports.store.getRefreshHistory(),
    ports.limiter.getState(),
  ]);
  if (run) await resumeExpiredRun(ports, run);
  const now = ports.now();
  const nextRefreshAtMs = ports.schedule.nextAfter(now.getTime());
  return toRefreshStatus(history, run, { breakerUntilMs, nextRefreshAtMs }, now);
}

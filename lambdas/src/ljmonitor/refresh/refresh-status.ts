import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import type { HttpPorts } from '../ports.ts';
import { resume } from './start-refresh.ts';
import { statusOf } from './run.ts';

/** How the refresh stands. Whoever asks also drives on a run that nobody drives. */
export async function refreshStatus(
  ports: Pick<HttpPorts, 'store' | 'gate' | 'queue' | 'now' | 'schedule'>,
): Promise<RefreshStatus> {
  const [{ refreshes, run }, { breakerUntilMs }] = await Promise.all([
    ports.store.getRefreshes(),
    ports.gate.findGate(),
  ]);
  if (run) await resume(ports, run);
  const now = ports.now();
  const nextRefreshAtMs = ports.schedule.nextAfter(now.getTime());
  return statusOf(refreshes, run, { breakerUntilMs, nextRefreshAtMs }, now);
}

import type { RefreshStatus } from 'shared-types/ljmonitor';
import type { MonitorPorts } from './ports.ts';
import { resume } from './refresh-start.ts';
import { statusOf } from './run.ts';

/** How the refresh stands. Whoever asks also drives on a run that nobody drives. */
export async function refreshStatus(
  ports: Pick<MonitorPorts, 'store' | 'gate' | 'queue' | 'now'>,
): Promise<RefreshStatus> {
  const [{ refreshes, run }, { breakerUntilMs }] = await Promise.all([
    ports.store.getRefreshes(),
    ports.gate.findGate(),
  ]);
  if (run) await resume(ports, run);
  return statusOf(refreshes, run, breakerUntilMs, ports.now());
}

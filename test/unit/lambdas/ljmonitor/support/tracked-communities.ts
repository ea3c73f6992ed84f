import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf } from './pages.ts';
import { type Database, processQueue, newTestMonitor, type TestMonitor } from './monitor-environment.ts';

export const willows = '1199027300101';
export const lake = '1199027300102';
export const none = '1199027300103';

/** Creates a monitor that tracks communities with the given numbers of houses. None of them has been read. */
export async function monitorTracking(database: Database, counts: Record<string, number>, settings = {}) {
  const monitor = await newTestMonitor(database, settings);
  for (const [resblockId, count] of Object.entries(counts)) {
    await monitor.ports.store.addResblock(newResblock(resblockId, undefined, 0, monitor.ports.now()));
    monitor.answers.set(resblockId, pagesOf(resblockId, housesOf(resblockId, count)));
    monitor.clock.ms += 1;
  }
  return monitor;
}

export async function refresh(monitor: TestMonitor) {
  await startRefresh(monitor.ports);
  await processQueue(monitor, monitorWorker(monitor.ports));
  return refreshStatus(monitor.ports);
}

export const houses = async ({ ports: { store } }: TestMonitor, ...resblockIds: string[]) =>
  store.pageHouses(new Set(resblockIds), undefined, 500);

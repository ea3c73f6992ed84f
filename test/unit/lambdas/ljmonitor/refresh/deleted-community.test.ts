import { describe, expect, it } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf } from '../support/pages.ts';
import { houses, lake, refresh, willows, monitorTracking } from '../support/tracked-communities.ts';
import { processQueue } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

describe('a deleted community', () => {
  it('gets no more houses when it is deleted during its crawl', async () => {
    const monitor = await monitorTracking(database, { [lake]: 75, [willows]: 6 });
    await startRefresh(monitor.ports);
    const work = monitorWorker(monitor.ports);
    await processQueue(monitor, async (message) => {
      if (message.kind === 'step' && message.step === 1) await monitor.ports.store.deleteResblock(lake);
      await work(message);
    });
    expect(monitor.asked.filter(({ resblockId }) => resblockId === lake)).toHaveLength(1);
    expect(await refreshStatus(monitor.ports)).toMatchObject({
      isRefreshing: false,
      lastRefreshSuccessAt: monitor.clock.ms,
    });
    expect(await houses(monitor, lake)).toHaveLength(30);
    expect(await houses(monitor, willows)).toHaveLength(6);
  });

  it('stores nothing when it is deleted between request and answer', async () => {
    const monitor = await monitorTracking(database, { [lake]: 75 });
    const pages = pagesOf(lake, housesOf(lake, 75));
    const { site, store } = monitor.ports;
    monitor.ports.site = {
      ...site,
      async page(...request) {
        await store.deleteResblock(lake);
        return site.page(...request);
      },
    };
    monitor.answers.set(lake, pages);
    await refresh(monitor);
    expect((await monitor.rows()).some(({ pk }) => String(pk).startsWith('HOUSE#'))).toBe(false);
  });

  it('leaves the house index in small steps, behind the pages that wait', async () => {
    const monitor = await monitorTracking(database, { [lake]: 120, [willows]: 6 });
    await refresh(monitor);
    const work = monitorWorker(monitor.ports);
    await monitor.ports.store.deleteResblock(lake);
    await monitor.ports.queue.send({ kind: 'index', resblockId: lake });
    await startRefresh(monitor.ports);
    const left: number[] = [];
    const order: string[] = [];
    await processQueue(monitor, async (message) => {
      order.push(message.kind);
      await work(message);
      if (message.kind === 'index') left.push((await houses(monitor, lake)).length);
    });
    expect(left).toEqual([70, 20, 0]);
    expect(order).toEqual(['index', 'step', 'index', 'news', 'index']);
    expect(await houses(monitor, willows)).toHaveLength(6);
  });

  it('leaves the house index, and returns to it when it is added again', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    await refresh(monitor);
    const work = monitorWorker(monitor.ports);
    await monitor.ports.store.deleteResblock(willows);
    await work({ kind: 'index', resblockId: willows });
    expect(await houses(monitor, willows)).toEqual([]);
    await monitor.ports.store.addResblock(newResblock(willows, undefined, 0, monitor.ports.now()));
    await work({ kind: 'index', resblockId: willows });
    expect(await houses(monitor, willows)).toHaveLength(6);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { routesWith, nothing } from '../support/test-routes.ts';
import { captcha, housesOf, pagesOf } from '../support/pages.ts';
import { houses, lake, none, refresh, willows, monitorTracking } from '../support/tracked-communities.ts';
import { processQueue } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

const hour = 3_600_000;

describe('the daily quota', () => {
  it('ends a refresh without a failure, and the next one begins with the community read longest ago', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 75, [none]: 3 }, { requestsPerDay: 7 });
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const first = await refresh(monitor);
    monitor.clock.ms += hour;
    // The first refresh has read five pages and this one two, so the second page of a community is one too many.
    const status = await refresh(monitor);
    // An alarm counts these lines.
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
    expect(monitor.asked).toHaveLength(7);
    expect(status).toMatchObject({
      isRefreshing: false,
      lastRefreshSuccessAt: first.lastRefreshSuccessAt,
      lastRefreshFailureAt: null,
      isPostponed: true,
      lastRead: { read: 1, of: 3 },
    });
    expect(await monitor.ports.store.listResblocks()).toMatchObject([
      { state: 'OK', stateReason: null },
      { state: 'OK', stateReason: null, houseCount: 75 },
      { state: 'OK', stateReason: null },
    ]);
    monitor.clock.ms += 24 * hour;
    expect((await refreshStatus(monitor.ports)).isPostponed).toBeUndefined();
    expect((await refresh(monitor)).lastRefreshSuccessAt).toBe(monitor.clock.ms);
    expect(monitor.asked.slice(7).map(({ resblockId }) => resblockId)).toEqual([lake, lake, lake, none, willows]);
  });

  it('starts again on the next day of the owner’s time zone', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 }, { requestsPerDay: 1 });
    // It is 23:30 in Shanghai.
    monitor.clock.ms = Date.parse('2026-03-01T15:30:00Z');
    await refresh(monitor);
    monitor.clock.ms += hour / 4;
    expect(await refresh(monitor)).toMatchObject({ isPostponed: true });
    monitor.clock.ms += hour / 4;
    expect(await refresh(monitor)).toMatchObject({ lastRefreshSuccessAt: monitor.clock.ms });
    expect(monitor.asked).toHaveLength(2);
    expect(await monitor.ports.limiter.countRequests('2026-03')).toBe(2);
    expect(await monitor.ports.limiter.countRequests('2026-02')).toBe(0);
  });

  it('is no longer told after a later refresh that has succeeded', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 6 }, { requestsPerDay: 1 });
    expect(await refresh(monitor)).toMatchObject({ isPostponed: true });
    monitor.clock.ms += hour / 4;
    for (const id of [willows, lake]) await monitor.ports.store.deleteResblock(id);
    const status = await refresh(monitor);
    expect(status.lastRefreshSuccessAt).toBe(monitor.clock.ms);
    expect(status.isPostponed).toBeUndefined();
  });

  it('holds against concurrent messages and a clock that goes back', async () => {
    const monitor = await monitorTracking(database, { [lake]: 75 }, { requestsPerDay: 2 });
    const work = monitorWorker(monitor.ports);
    await startRefresh(monitor.ports);
    await processQueue(monitor, async (message) => void (await Promise.all([1, 2, 3].map(() => work(message)))));
    monitor.clock.ms -= 24 * hour;
    await refresh(monitor);
    expect(monitor.asked).toHaveLength(2);
  });

  it('keeps an added community in the list until it can be read', async () => {
    const { add, routes, processAll, monitor } = await routesWith(database, { [lake]: 2 }, { requestsPerDay: 1 });
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 1)));
    await add(willows);
    await processAll();
    expect(await add(lake)).toMatchObject({ state: 'NEW' });
    await processAll();
    expect(await routes.listResblocks(nothing)).toMatchObject([
      { state: 'OK' },
      { state: 'NEW', stateReason: expect.stringMatching(/limit of 1 requests .* is checked tomorrow/) },
    ]);
  });
});

describe('a clock that was ahead or behind', () => {
  it('delays no request once it is right again', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 }, { paceMs: 3000 });
    const start = monitor.clock.ms;
    monitor.clock.ms = start + 24 * hour;
    await refresh(monitor);
    // This slot is never released.
    await monitor.ports.limiter.acquireSlot('dead', monitor.clock.ms + 3000);
    monitor.clock.ms = start + 60_000;
    const status = await refresh(monitor);
    expect(status).toMatchObject({ isRefreshing: false, refreshingProcess: 1 });
    expect(monitor.clock.ms - start).toBeLessThan(2 * 60_000);
    expect(monitor.asked).toHaveLength(6);
  });

  it('leaves a run that can be resumed', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    monitor.clock.ms += 24 * hour;
    await startRefresh(monitor.ports);
    monitor.queue.length = 0;
    monitor.clock.ms -= 23 * hour;
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: true });
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: false, lastRefreshFailureAt: null });
  });

  it('leaves no open circuit in the far future', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    const start = monitor.clock.ms;
    monitor.clock.ms += 48 * hour;
    monitor.answers.set(willows, [captcha]);
    expect(await refresh(monitor)).toMatchObject({ blockedUntil: monitor.clock.ms + 6 * hour });
    monitor.clock.ms = start;
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 6)));
    expect(await refresh(monitor)).toMatchObject({ blockedUntil: null, lastRefreshSuccessAt: start });
  });

  it('never makes a version older than the one before it', async () => {
    const monitor = await monitorTracking(database, { [willows]: 2 });
    await refresh(monitor);
    for (const [move, price] of [
      [-hour, 7],
      [hour, 8],
      [-hour, 9],
    ] as const) {
      monitor.clock.ms += move;
      monitor.answers.set(
        willows,
        pagesOf(
          willows,
          housesOf(willows, 2).map((row) => ({ ...row, price })),
        ),
      );
      await refresh(monitor);
    }
    const [house] = await houses(monitor, willows);
    const history = await monitor.ports.store.pageHistory(house?.houseId ?? '', undefined, 50);
    expect([house, ...history].map((each) => each?.price)).toEqual([9, 8, 7, expect.any(Number)]);
    const times = [house, ...history].map((each) => each?.updateTimeMs ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(new Set(times).size).toBe(4);
  });
});

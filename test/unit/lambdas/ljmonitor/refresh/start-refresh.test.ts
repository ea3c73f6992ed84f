import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newRun } from 'lambdas/ljmonitor/refresh/run';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { lake, monitorTracking, refresh, willows } from '../support/tracked-communities.ts';
import { type Database, processQueue, startMonitorDatabase, type TestMonitor } from '../support/monitor-environment.ts';

let database: Database;
/** Runs once, after a caller has read the history and before it reads the run. */
let betweenReads: (() => Promise<void>) | undefined;
beforeAll(async () => {
  database = await startMonitorDatabase();
  database.client.middlewareStack.add(
    (next) => async (args) => {
      const act = betweenReads;
      if (act && 'RequestItems' in args.input) {
        betweenReads = undefined;
        await act();
      }
      return next(args);
    },
    { step: 'initialize' },
  );
});
afterAll(() => database.stop());

const runsOf = async (monitor: TestMonitor) => (await monitor.rows()).filter(({ sk }) => sk === 'RUN');

describe('startRefresh', () => {
  it.each([
    ['ended', 1000, [3, 6]],
    ['was postponed', 2, [2, 4]],
  ])(
    'joins the refresh that another caller starts while it reads that the last one %s',
    async (_, requestsPerDay, pages) => {
      const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 }, { requestsPerDay });
      await refresh(monitor);
      expect(monitor.asked).toHaveLength(pages[0] ?? 0);
      monitor.clock.ms += 24 * 3_600_000;
      betweenReads = () => startRefresh(monitor.ports);
      await startRefresh(monitor.ports);
      expect(betweenReads).toBeUndefined();
      expect(await runsOf(monitor)).toHaveLength(2);
      await processQueue(monitor, monitorWorker(monitor.ports));
      expect(monitor.asked).toHaveLength(pages[1] ?? 0);
    },
  );

  it('starts one run in each round of twenty callers', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 });
    for (let round = 1; round <= 5; round++) {
      await Promise.all(Array.from({ length: 20 }, () => startRefresh(monitor.ports)));
      await processQueue(monitor, monitorWorker(monitor.ports));
      expect(await runsOf(monitor)).toHaveLength(round);
      expect(monitor.asked).toHaveLength(round * 3);
    }
  });

  it('is refused to a user while each community was read too recently to be read again', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 }, { minIntervalMs: 600_000 });
    const press = () =>
      startRefresh(monitor.ports, { userId: 'ann', limits: { person: 9, site: 9 }, minIntervalMs: 600_000 });
    await press();
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(monitor.asked).toHaveLength(3);
    const [run] = await runsOf(monitor);
    const oldest = Math.min(
      ...(await monitor.ports.store.listResblocks()).map(({ lastReadAtMs }) => lastReadAtMs ?? 0),
    );
    await expect(press()).rejects.toMatchObject({
      code: 'tooMany',
      message: 'All communities have just been checked.',
      detail: { limitEndsAt: oldest + 600_000 },
    });
    expect(await runsOf(monitor)).toEqual([run]);
    // A single community that may be read again is enough.
    monitor.clock.ms += 600_000;
    await press();
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(monitor.asked).toHaveLength(6);
  });
});

describe('the result of a refresh', () => {
  it('is shown until another one ends, also while that one is in progress', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    const { lastRefreshSuccessAt: first } = await refresh(monitor);
    expect(first).toBe(monitor.clock.ms);
    monitor.answers.set(willows, []);
    monitor.clock.ms += 60_000;
    await startRefresh(monitor.ports);
    const running = await refreshStatus(monitor.ports);
    expect(running).toMatchObject({ isRefreshing: true, lastRefreshSuccessAt: first, lastRefreshFailureAt: null });
    await processQueue(monitor, monitorWorker(monitor.ports));
    const failed = { lastRefreshSuccessAt: first, lastRefreshFailureAt: monitor.clock.ms };
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: false, ...failed });
    monitor.clock.ms += 60_000;
    await startRefresh(monitor.ports);
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: true, ...failed });
  });

  it('is not there before the last community was read', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 6 });
    await startRefresh(monitor.ports);
    const [step] = monitor.queue.splice(0, 1);
    if (!step) throw new Error('a step');
    const work = monitorWorker(monitor.ports);
    await work(step.message);
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: true, lastRefreshSuccessAt: null });
    await processQueue(monitor, work);
    expect(await refreshStatus(monitor.ports)).toMatchObject({ lastRefreshSuccessAt: monitor.clock.ms });
  });

  it('is newer when no community was left to refresh', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    await refresh(monitor);
    await monitor.ports.store.deleteResblock(willows);
    monitor.clock.ms += 60_000;
    expect(await refresh(monitor)).toMatchObject({ lastRefreshSuccessAt: monitor.clock.ms });
  });
});

describe('a run of many communities', () => {
  it('keeps them in an item of their own, because each step writes the run', async () => {
    const ids = Array.from({ length: 21 }, (_, index) => String(1_199_027_300_200 + index));
    const monitor = await monitorTracking(database, Object.fromEntries(ids.map((id) => [id, 1])));
    expect(await refresh(monitor)).toMatchObject({ isRefreshing: false, lastRead: { read: 21, of: 21 } });
    const items = (await monitor.rows()).filter(({ pk, sk }) => String(pk).startsWith('RUN#') && sk !== undefined);
    expect(
      items
        .map(({ sk, resblockIds }) => [sk, resblockIds !== undefined])
        .filter(([sk]) => !String(sk).startsWith('TASK')),
    ).toEqual(
      expect.arrayContaining([
        ['RUN', false],
        ['PLAN', true],
      ]),
    );
  });
});

describe('a refresh that another one has replaced', () => {
  it('ends without asking the site and without a digest', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    await startRefresh(monitor.ports);
    const lost = newRun('lost', true, [{ resblockId: willows, houseCount: 6 }], monitor.ports.now());
    await monitor.ports.store.putRun(lost);
    const step = { kind: 'step', runId: 'lost', resblockId: willows, step: 0 } as const;
    const work = monitorWorker(monitor.ports);
    await work(step);
    await work(step);
    expect(monitor.asked).toEqual([]);
    expect((await runsOf(monitor)).find(({ runId }) => runId === 'lost')).toMatchObject({ done: 1 });
    await processQueue(monitor, work);
    expect(monitor.asked).toHaveLength(1);
    expect(monitor.mails).toEqual([]);
  });
});

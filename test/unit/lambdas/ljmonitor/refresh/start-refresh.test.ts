import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refreshWorker } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { newRun } from 'lambdas/ljmonitor/refresh/run';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { lake, monitorTracking, refresh, willows } from '../support/tracked-communities.ts';
import { type Database, processQueue, startMonitorDatabase, type TestMonitor } from '../support/test-monitor.ts';

let database: Database;
/** Runs once, before the third read of a caller. */
let beforeThirdRead: (() => Promise<void>) | undefined;
beforeAll(async () => {
  database = await startMonitorDatabase();
  let reads = 0;
  database.client.middlewareStack.add(
    (next) => async (args) => {
      const act = beforeThirdRead;
      if (act && 'Key' in args.input && 'ConsistentRead' in args.input && ++reads === 3) {
        beforeThirdRead = undefined;
        reads = 0;
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
  it('joins the refresh that another caller starts while it reads the end of the last one', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 });
    await refresh(monitor);
    beforeThirdRead = () => startRefresh(monitor.ports);
    await startRefresh(monitor.ports);
    expect(beforeThirdRead).toBeUndefined();
    expect(await runsOf(monitor)).toHaveLength(2);
    await processQueue(monitor, refreshWorker(monitor.ports));
    expect(monitor.asked).toHaveLength(2 * 3);
  });

  it('starts one run in each round of twenty callers', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6, [lake]: 31 });
    for (let round = 1; round <= 5; round++) {
      await Promise.all(Array.from({ length: 20 }, () => startRefresh(monitor.ports)));
      await processQueue(monitor, refreshWorker(monitor.ports));
      expect(await runsOf(monitor)).toHaveLength(round);
      expect(monitor.asked).toHaveLength(round * 3);
    }
  });
});

describe('a refresh that another one has replaced', () => {
  it('ends without asking the site and without a digest', async () => {
    const monitor = await monitorTracking(database, { [willows]: 6 });
    await startRefresh(monitor.ports);
    const lost = newRun('lost', true, [{ resblockId: willows, houseCount: 6 }], monitor.ports.now());
    await monitor.ports.store.putRun(lost);
    const step = { kind: 'step', runId: 'lost', resblockId: willows, step: 0 } as const;
    const work = refreshWorker(monitor.ports);
    await work(step);
    await work(step);
    expect(monitor.asked).toEqual([]);
    expect((await runsOf(monitor)).find(({ runId }) => runId === 'lost')).toMatchObject({ done: 1 });
    await processQueue(monitor, work);
    expect(monitor.asked).toHaveLength(1);
    expect(monitor.mails).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { dyingPorts, Killed, Life, unlessKilled } from './dying-ports.ts';
import { housesOf, pagesOf } from '../../unit/lambdas/ljmonitor/support/pages.ts';
import {
  newTestMonitor,
  processQueue,
  type TestMonitor,
} from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { useMonitorDatabase } from '../../unit/lambdas/ljmonitor/support/test-monitor.ts';

const database = await useMonitorDatabase();

const small = '1199027300101';
const large = '1199027300102';

/** Creates a monitor with two communities of three pages and one. Since they were read, one price has changed and one house is new. */
async function monitorWithChanges() {
  const monitor = await newTestMonitor(database);
  const before = { [large]: housesOf(large, 5), [small]: housesOf(small, 2) };
  for (const [resblockId, rows] of Object.entries(before)) {
    await monitor.ports.store.addResblock(newResblock(resblockId, undefined, 0, monitor.ports.now()));
    monitor.answers.set(resblockId, pagesOf(resblockId, rows, 2));
    monitor.clock.ms += 1;
  }
  await startRefresh(monitor.ports);
  await processQueue(monitor, monitorWorker(monitor.ports));
  monitor.asked.length = 0;
  monitor.clock.ms += 3_600_000;
  const after = housesOf(large, 6).map((row, index) => (index === 3 ? { ...row, price: 1 } : row));
  monitor.answers.set(large, pagesOf(large, after, 2));
  return monitor;
}

async function outcomeOf(monitor: TestMonitor) {
  const { store } = monitor.ports;
  const { isRefreshing, refreshingProcess } = await refreshStatus(monitor.ports);
  const houses = await store.pageHouses(new Set([large, small]), undefined, 100);
  const versions = (await monitor.rows()).filter(({ sk }) => String(sk).startsWith('VERSION#'));
  const resblocks = await store.listResblocks();
  return {
    isRefreshing,
    refreshingProcess,
    houses: houses.length,
    versions: versions.map(({ price }) => price),
    resblocks: resblocks.map(({ state, houseCount }) => [state, houseCount]),
  };
}

const expectedOutcome = {
  isRefreshing: false,
  refreshingProcess: 1,
  houses: 8,
  versions: [504],
  resblocks: [
    ['OK', 6],
    ['OK', 2],
  ],
};

describe('messages that are delivered three times in any order', () => {
  it('request each page once and count each community once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(1_000_000)), async (chances) => {
        const monitor = await monitorWithChanges();
        const work = monitorWorker(monitor.ports);
        await startRefresh(monitor.ports);
        const waiting = [];
        let progress = 0;
        for (let deliveries = 0; ; deliveries++) {
          waiting.push(...monitor.queue.splice(0).flatMap((sent) => [sent, sent, sent]));
          const [sent] = waiting.splice((chances.next().value ?? 0) % waiting.length, 1);
          if (!sent) break;
          await work(sent.message);
          const { refreshingProcess } = await refreshStatus(monitor.ports);
          expect(refreshingProcess).toBeGreaterThanOrEqual(progress);
          progress = refreshingProcess;
          expect(deliveries).toBeLessThan(60);
          if (waiting.length === 0 && monitor.queue.length === 0) break;
        }
        expect(monitor.asked.map(({ resblockId, page }) => [resblockId, page])).toEqual([
          [large, 1],
          [large, 2],
          [large, 3],
          [small, 1],
        ]);
        expect(await outcomeOf(monitor)).toEqual(expectedOutcome);
      }),
      { numRuns: 5 },
    );
  });

  it('request a page at most twice when they arrive at the same time', async () => {
    const monitor = await monitorWithChanges();
    const work = monitorWorker(monitor.ports);
    await startRefresh(monitor.ports);
    for (let round = 0; monitor.queue.length > 0; round++) {
      expect(round).toBeLessThan(60);
      await Promise.all(monitor.queue.splice(0).flatMap(({ message }) => [1, 2, 3].map(() => work(message))));
    }
    for (const page of [1, 2, 3]) {
      const times = monitor.asked.filter((each) => each.resblockId === large && each.page === page);
      expect(times.length).toBeLessThanOrEqual(2);
    }
    expect(await outcomeOf(monitor)).toEqual(expectedOutcome);
  });
});

describe('a worker that is killed', () => {
  // Each number is the begin or the end of a call to a port. Every fourth one is enough.
  it.each(Array.from({ length: 18 }, (_, index) => index * 4))(
    'leaves a run that ends with everything stored once, after %i awaits',
    async (awaits) => {
      const monitor = await monitorWithChanges();
      const life = new Life(awaits);
      const dying = dyingPorts(monitor, life);
      const started = await unlessKilled(startRefresh(dying));
      if (!started) await startRefresh(monitor.ports);
      const work = monitorWorker(dying);
      while (monitor.queue.length > 0 && life.left >= 0) {
        const [sent] = monitor.queue.splice(0, 1);
        // The message is lost with its worker. The real queue would deliver it again.
        if (sent) await unlessKilled(work(sent.message));
      }
      await processQueue(monitor, monitorWorker(monitor.ports));
      // The first status request after the lease has expired resumes the run.
      for (let requests = 0; requests < 3; requests++) {
        monitor.clock.ms += 60_000;
        await refreshStatus(monitor.ports);
        await processQueue(monitor, monitorWorker(monitor.ports));
      }
      expect(await outcomeOf(monitor)).toEqual(expectedOutcome);
    },
  );

  it('gives up a community that kills every worker, and continues the run', async () => {
    const monitor = await monitorWithChanges();
    monitor.answers.set(large, () => {
      throw new Killed('out of memory');
    });
    await startRefresh(monitor.ports);
    const work = monitorWorker(monitor.ports);
    for (let requests = 0; requests < 5; requests++) {
      await processQueue(monitor, async (message) => void (await unlessKilled(work(message))));
      monitor.clock.ms += 60_000;
      await refreshStatus(monitor.ports);
    }
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: false });
    expect(await monitor.ports.store.listResblocks()).toMatchObject([{ state: 'FAILED' }, { state: 'OK' }]);
  });

  it('gives up a community whose page always fails, although its deliveries wait for each other', async () => {
    const monitor = await monitorWithChanges();
    let requests = 0;
    monitor.answers.set(large, () => {
      requests += 1;
      throw new Error('This page always fails.');
    });
    await startRefresh(monitor.ports);
    const work = monitorWorker(monitor.ports);
    for (let seconds = 0; seconds < 900; seconds += 5) {
      for (const delivered of monitor.queue.filter(({ dueMs }) => dueMs <= monitor.clock.ms)) {
        monitor.queue.splice(monitor.queue.indexOf(delivered), 1);
        // The queue delivers a failed message again, while the failed delivery still holds the slot of the site.
        await work(delivered.message).catch(() =>
          monitor.queue.push({ ...delivered, dueMs: monitor.clock.ms + 10_000 }),
        );
      }
      monitor.clock.ms += 5_000;
      await refreshStatus(monitor.ports);
    }
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: false });
    expect(await monitor.ports.store.listResblocks()).toMatchObject([{ state: 'FAILED' }, { state: 'OK' }]);
    expect(requests).toBeLessThan(20);
  });
});

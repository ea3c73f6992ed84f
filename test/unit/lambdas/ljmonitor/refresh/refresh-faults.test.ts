import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { refreshWorker } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf } from '../support/pages.ts';
import {
  type Database,
  processQueue,
  newTestMonitor,
  startMonitorDatabase,
  type TestMonitor,
} from '../support/test-monitor.ts';

// Whole runs, many times over.
jest.setTimeout(60_000);

let database: Database;
beforeAll(async () => {
  database = await startMonitorDatabase();
});
afterAll(() => database.stop());

const small = '1199027300101';
const large = '1199027300102';

/** Two communities, three pages and one, of which everything is known but the price of one house and a new one. */
async function monitorWithChanges() {
  const monitor = await newTestMonitor(database);
  const before = { [large]: housesOf(large, 5), [small]: housesOf(small, 2) };
  for (const [resblockId, rows] of Object.entries(before)) {
    await monitor.ports.store.addResblock(newResblock(resblockId, undefined, 0, monitor.ports.now()));
    monitor.answers.set(resblockId, pagesOf(resblockId, rows, 2));
    monitor.clock.ms += 1;
  }
  await startRefresh(monitor.ports);
  await processQueue(monitor, refreshWorker(monitor.ports));
  monitor.asked.length = 0;
  monitor.clock.ms += 3_600_000;
  const after = housesOf(large, 6).map((row, index) => (index === 3 ? { ...row, price: 1 } : row));
  monitor.answers.set(large, pagesOf(large, after, 2));
  return monitor;
}

/** What became of it. */
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

const allNews = {
  isRefreshing: false,
  refreshingProcess: 1,
  houses: 8,
  versions: [504],
  resblocks: [
    ['OK', 6],
    ['OK', 2],
  ],
};

describe('messages that come three times in any order', () => {
  it('ask each page once, and count each community once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(1_000_000)), async (chances) => {
        const monitor = await monitorWithChanges();
        const work = refreshWorker(monitor.ports);
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
        expect(await outcomeOf(monitor)).toEqual(allNews);
      }),
      { numRuns: 5 },
    );
  });

  it('ask each page once more at most when they come at the same time', async () => {
    const monitor = await monitorWithChanges();
    const work = refreshWorker(monitor.ports);
    await startRefresh(monitor.ports);
    for (let round = 0; monitor.queue.length > 0; round++) {
      expect(round).toBeLessThan(60);
      await Promise.all(monitor.queue.splice(0).flatMap(({ message }) => [1, 2, 3].map(() => work(message))));
    }
    for (const page of [1, 2, 3]) {
      const times = monitor.asked.filter((each) => each.resblockId === large && each.page === page);
      expect(times.length).toBeLessThanOrEqual(2);
    }
    expect(await outcomeOf(monitor)).toEqual(allNews);
  });
});

/** Lets so many awaits of a worker pass, and none after that. */
class Life {
  left: number;
  constructor(left: number) {
    this.left = left;
  }
  step() {
    if (this.left-- <= 0) throw new Killed('killed');
  }
}
class Killed extends Error {}

/** The same port, whose owner may die before and after each of its calls. */
function dyingPort<Port extends object>(port: Port, life: Life): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        life.step();
        const result: unknown = await Reflect.apply(value, target, args);
        life.step();
        return result;
      };
    },
  });
}

const dyingPorts = ({ ports }: TestMonitor, life: Life) => ({
  ...ports,
  store: dyingPort(ports.store, life),
  gate: dyingPort(ports.limiter, life),
  queue: dyingPort(ports.queue, life),
  site: dyingPort(ports.site, life),
});

const unlessKilled = async (work: Promise<unknown>) => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
};

describe('a worker that is killed', () => {
  // Every fourth place of a whole run: each is the begin or the end of a call to a port.
  it.each(Array.from({ length: 18 }, (_, index) => index * 4))(
    'after %i awaits leaves a run that ends, with everything stored once',
    async (awaits) => {
      const monitor = await monitorWithChanges();
      const life = new Life(awaits);
      const dying = dyingPorts(monitor, life);
      const started = await unlessKilled(startRefresh(dying));
      if (!started) await startRefresh(monitor.ports);
      const work = refreshWorker(dying);
      while (monitor.queue.length > 0 && life.left >= 0) {
        const [sent] = monitor.queue.splice(0, 1);
        // The message is lost with its worker, which is worse than what the queue does.
        if (sent) await unlessKilled(work(sent.message));
      }
      await processQueue(monitor, refreshWorker(monitor.ports));
      // A person looks now and then; the first who looks after the lease drives on.
      for (let looks = 0; looks < 3; looks++) {
        monitor.clock.ms += 60_000;
        await refreshStatus(monitor.ports);
        await processQueue(monitor, refreshWorker(monitor.ports));
      }
      expect(await outcomeOf(monitor)).toEqual(allNews);
    },
  );

  it('at the same place again and again is given up, and the run goes on', async () => {
    const monitor = await monitorWithChanges();
    monitor.answers.set(large, () => {
      throw new Killed('out of memory');
    });
    await startRefresh(monitor.ports);
    const work = refreshWorker(monitor.ports);
    for (let looks = 0; looks < 5; looks++) {
      await processQueue(monitor, async (message) => void (await unlessKilled(work(message))));
      monitor.clock.ms += 60_000;
      await refreshStatus(monitor.ports);
    }
    expect(await refreshStatus(monitor.ports)).toMatchObject({ isRefreshing: false });
    expect(await monitor.ports.store.listResblocks()).toMatchObject([{ state: 'FAILED' }, { state: 'OK' }]);
  });
});

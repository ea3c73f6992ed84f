import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { refreshWork } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { refreshStatus } from 'lambdas/ljmonitor/refresh/refresh-status';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf } from '../support/pages.ts';
import { type Database, drain, newWorld, startDatabase, type World } from '../support/test-monitor.ts';

// Whole runs, many times over.
jest.setTimeout(60_000);

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const small = '1199027300101';
const large = '1199027300102';

/** Two communities, three pages and one, of which everything is known but the price of one house and a new one. */
async function worldWithNews() {
  const world = await newWorld(database);
  const before = { [large]: housesOf(large, 5), [small]: housesOf(small, 2) };
  for (const [resblockId, rows] of Object.entries(before)) {
    await world.ports.store.addResblock(newResblock(resblockId, undefined, 0, world.ports.now()));
    world.answers.set(resblockId, pagesOf(resblockId, rows, 2));
    world.clock.ms += 1;
  }
  await startRefresh(world.ports);
  await drain(world, refreshWork(world.ports));
  world.asked.length = 0;
  world.clock.ms += 3_600_000;
  const after = housesOf(large, 6).map((row, index) => (index === 3 ? { ...row, price: 1 } : row));
  world.answers.set(large, pagesOf(large, after, 2));
  return world;
}

/** What became of it. */
async function outcomeOf(world: World) {
  const { store } = world.ports;
  const { isRefreshing, refreshingProcess } = await refreshStatus(world.ports);
  const houses = await store.pageHouses(new Set([large, small]), undefined, 100);
  const versions = (await world.rows()).filter(({ sk }) => String(sk).startsWith('VERSION#'));
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
        const world = await worldWithNews();
        const work = refreshWork(world.ports);
        await startRefresh(world.ports);
        const waiting = [];
        let progress = 0;
        for (let deliveries = 0; ; deliveries++) {
          waiting.push(...world.queue.splice(0).flatMap((sent) => [sent, sent, sent]));
          const [sent] = waiting.splice((chances.next().value ?? 0) % waiting.length, 1);
          if (!sent) break;
          await work(sent.message);
          const { refreshingProcess } = await refreshStatus(world.ports);
          expect(refreshingProcess).toBeGreaterThanOrEqual(progress);
          progress = refreshingProcess;
          expect(deliveries).toBeLessThan(60);
          if (waiting.length === 0 && world.queue.length === 0) break;
        }
        expect(world.asked.map(({ resblockId, page }) => [resblockId, page])).toEqual([
          [large, 1],
          [large, 2],
          [large, 3],
          [small, 1],
        ]);
        expect(await outcomeOf(world)).toEqual(allNews);
      }),
      { numRuns: 5 },
    );
  });

  it('ask each page once more at most when they come at the same time', async () => {
    const world = await worldWithNews();
    const work = refreshWork(world.ports);
    await startRefresh(world.ports);
    for (let round = 0; world.queue.length > 0; round++) {
      expect(round).toBeLessThan(60);
      await Promise.all(world.queue.splice(0).flatMap(({ message }) => [1, 2, 3].map(() => work(message))));
    }
    for (const page of [1, 2, 3]) {
      const times = world.asked.filter((each) => each.resblockId === large && each.page === page);
      expect(times.length).toBeLessThanOrEqual(2);
    }
    expect(await outcomeOf(world)).toEqual(allNews);
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
function mortal<Port extends object>(port: Port, life: Life): Port {
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

const mortalPorts = ({ ports }: World, life: Life) => ({
  ...ports,
  store: mortal(ports.store, life),
  gate: mortal(ports.gate, life),
  queue: mortal(ports.queue, life),
  site: mortal(ports.site, life),
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
      const world = await worldWithNews();
      const life = new Life(awaits);
      const dying = mortalPorts(world, life);
      const started = await unlessKilled(startRefresh(dying));
      if (!started) await startRefresh(world.ports);
      const work = refreshWork(dying);
      while (world.queue.length > 0 && life.left >= 0) {
        const [sent] = world.queue.splice(0, 1);
        // The message is lost with its worker, which is worse than what the queue does.
        if (sent) await unlessKilled(work(sent.message));
      }
      await drain(world, refreshWork(world.ports));
      // A person looks now and then; the first who looks after the lease drives on.
      for (let looks = 0; looks < 3; looks++) {
        world.clock.ms += 60_000;
        await refreshStatus(world.ports);
        await drain(world, refreshWork(world.ports));
      }
      expect(await outcomeOf(world)).toEqual(allNews);
    },
  );

  it('at the same place again and again is given up, and the run goes on', async () => {
    const world = await worldWithNews();
    world.answers.set(large, () => {
      throw new Killed('out of memory');
    });
    await startRefresh(world.ports);
    const work = refreshWork(world.ports);
    for (let looks = 0; looks < 5; looks++) {
      await drain(world, async (message) => void (await unlessKilled(work(message))));
      world.clock.ms += 60_000;
      await refreshStatus(world.ports);
    }
    expect(await refreshStatus(world.ports)).toMatchObject({ isRefreshing: false });
    expect(await world.ports.store.listResblocks()).toMatchObject([{ state: 'FAILED' }, { state: 'OK' }]);
  });
});

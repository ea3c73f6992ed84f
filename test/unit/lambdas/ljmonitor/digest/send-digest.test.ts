import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RefreshMessage } from 'lambdas/ljmonitor/refresh/message';
import { refreshWork } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { captcha, housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { lake, refresh, willows, worldWith } from '../support/tracked-communities.ts';
import { type Database, drain, startDatabase, type World } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const hour = 3_600_000;

/** A world that knows its houses, in which one is new now and one has become cheaper. */
async function worldWithNews() {
  const world = await worldWith(database, { [willows]: 3, [lake]: 40 });
  await refresh(world);
  world.clock.ms += hour;
  world.answers.set(
    willows,
    pagesOf(willows, [...housesOf(willows, 2), rowOf(willows, 3, { price: 1 }), rowOf(willows, 4)]),
  );
  return world;
}

const subjects = ({ mails }: World) => mails.map(({ subject }) => subject);

describe('a refresh', () => {
  it('that reads communities for the first time tells nobody', async () => {
    const world = await worldWith(database, { [willows]: 3, [lake]: 40 });
    await refresh(world);
    expect(world.mails).toEqual([]);
  });

  it('with news is told once, and one without is not', async () => {
    const world = await worldWithNews();
    await refresh(world);
    expect(subjects(world)).toEqual(['LJMonitor: 1 new, 1 cheaper']);
    expect(world.mails[0]?.text).toContain('1 万 (was 503 万)  House 3');
    world.clock.ms += hour;
    await refresh(world);
    expect(world.mails).toHaveLength(1);
  });

  it('is told once although each of its messages comes three times, and once more much later', async () => {
    const world = await worldWithNews();
    const work = refreshWork(world.ports);
    const seen: RefreshMessage[] = [];
    await startRefresh(world.ports);
    await drain(world, async (message) => {
      seen.push(message);
      await Promise.all([1, 2, 3].map(() => work(message)));
    });
    world.clock.ms += hour;
    world.answers.set(willows, pagesOf(willows, [rowOf(willows, 1, { price: 2 })]));
    for (const message of seen) await work(message);
    expect(subjects(world)).toEqual(['LJMonitor: 1 new, 1 cheaper']);
  });

  it('whose mail cannot be sent tries again when its message comes again', async () => {
    const world = await worldWithNews();
    const { digests } = world.ports;
    let failures = 2;
    world.ports.digests = {
      async send(digest) {
        if (failures-- > 0) throw new Error('throttled');
        await digests?.send(digest);
      },
    };
    const work = refreshWork(world.ports);
    await startRefresh(world.ports);
    await drain(world, async (message) => {
      // As the queue does: what failed comes again.
      for (let receives = 1; receives <= 5; receives++) {
        const failed = await work(message).then(
          () => false,
          () => true,
        );
        if (!failed) return;
      }
    });
    expect(failures).toBe(-1);
    expect(subjects(world)).toEqual(['LJMonitor: 1 new, 1 cheaper']);
  });

  it('that meets the first refusal says so, and no other one', async () => {
    const world = await worldWithNews();
    world.answers.set(willows, [captcha]);
    await refresh(world);
    expect(subjects(world)).toEqual(['LJMonitor: blocked by the site']);
    for (const wait of [hour, 6 * hour]) {
      world.clock.ms += wait;
      await refresh(world);
    }
    expect(world.asked.filter(({ atMs }) => atMs >= world.clock.ms)).toHaveLength(1);
    expect(world.mails).toHaveLength(1);
  });

  it('tells of removals', async () => {
    const world = await worldWithNews();
    world.answers.set(willows, pagesOf(willows, housesOf(willows, 2)));
    await refresh(world);
    world.clock.ms += hour;
    await refresh(world);
    expect(subjects(world)).toEqual(['LJMonitor: 1 removed']);
  });

  it('claims and computes nothing when nobody wants to be told', async () => {
    const world = await worldWith(database, { [willows]: 1 });
    world.ports.digests = undefined;
    await refresh(world);
    expect((await world.rows()).filter((row) => 'digestAtMs' in row)).toEqual([]);
  });
});

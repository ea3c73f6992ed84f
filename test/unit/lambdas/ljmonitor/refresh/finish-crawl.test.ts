import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pageOf, pagesOf, rowOf } from '../support/pages.ts';
import { houses, lake, none, refresh, willows, worldWith } from '../support/tracked-communities.ts';
import { type Database, startDatabase } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

describe('a page that cannot be trusted', () => {
  const cases: [string, string, ReturnType<typeof pageOf>][] = [
    [
      'was cut off',
      'INCOMPLETE',
      pageOf(lake, { rows: housesOf(lake, 12), declaredTotal: 60, page: undefined, totalPages: undefined }),
    ],
    ['is garbled', 'INCOMPLETE', pageOf(lake, { class: 'unknown', declaredTotal: undefined })],
    [
      'has no prices',
      'INCOMPLETE',
      pageOf(lake, { rows: housesOf(lake, 60).map((row) => ({ ...row, price: undefined })), declaredTotal: 60 }),
    ],
    ['has no rows', 'INCOMPLETE', pageOf(lake, { rows: [], declaredTotal: 60 })],
    ['is another page', 'INCOMPLETE', pageOf(lake, { rows: housesOf(lake, 60), page: 3, totalPages: 3 })],
    [
      'has houses of another community only',
      'INCOMPLETE',
      pageOf(lake, { rows: housesOf(none, 60), declaredTotal: 60 }),
    ],
  ];

  it.each(cases)('because it %s makes its community %s and changes no house', async (_, state, page) => {
    const world = await worldWith(database, { [lake]: 60 });
    await refresh(world);
    const before = await houses(world, lake);
    for (let reading = 0; reading < 5; reading++) {
      world.clock.ms += 24 * 3_600_000;
      world.answers.set(lake, [page]);
      expect(await refresh(world)).toMatchObject({ isRefreshing: false, lastRefreshFailureAt: world.clock.ms });
    }
    expect(await houses(world, lake)).toEqual(before);
    expect(await world.ports.store.findResblock(lake)).toMatchObject({ state, houseCount: 60 });
  });

  it('leaves what the others showed', async () => {
    const world = await worldWith(database, { [lake]: 90 });
    const [first, second, third] = pagesOf(lake, housesOf(lake, 90));
    if (!first || !second || !third) throw new Error('three pages');
    world.answers.set(lake, [first, { kind: 'failed', reason: 'The site answered with status 502.' }, third]);
    await refresh(world);
    expect(await houses(world, lake)).toHaveLength(30);
    expect(await world.ports.store.findResblock(lake)).toMatchObject({
      state: 'FAILED',
      stateReason: 'The site answered with status 502.',
    });
  });
});

describe('a house that is no longer shown', () => {
  const hour = 3_600_000;

  it('is removed after two exact readings half an hour apart, and comes back as a new version', async () => {
    const world = await worldWith(database, { [willows]: 6 });
    await refresh(world);
    world.answers.set(willows, pagesOf(willows, housesOf(willows, 5)));
    const removed = async () => (await houses(world, willows)).filter((house) => house.removed);
    for (const [waitMs, count] of [
      [hour, 0],
      [hour / 3, 0],
      [hour / 3, 1],
    ] as const) {
      world.clock.ms += waitMs;
      await refresh(world);
      expect(await removed()).toHaveLength(count);
    }
    expect(await world.ports.store.findResblock(willows)).toMatchObject({ houseCount: 5 });
    expect(await removed()).toMatchObject([{ updateTimeMs: world.clock.ms, price: 506 }]);

    world.clock.ms += hour;
    world.answers.set(willows, pagesOf(willows, housesOf(willows, 6)));
    await refresh(world);
    expect(await removed()).toEqual([]);
    const history = await world.ports.store.pageHistory(rowOf(willows, 6).houseId, undefined, 50);
    expect(history.map((house) => house.removed)).toEqual([true, false]);
  });

  it('is held when more than half went with it, until two more readings agree', async () => {
    const world = await worldWith(database, { [willows]: 9 });
    await refresh(world);
    world.answers.set(willows, [pageOf(willows, { class: 'empty', declaredTotal: 0 })]);
    const counts: number[] = [];
    for (let reading = 0; reading < 4; reading++) {
      world.clock.ms += hour;
      await refresh(world);
      counts.push((await houses(world, willows)).filter((house) => house.removed).length);
    }
    expect(counts).toEqual([0, 0, 0, 9]);
  });

  it('was never seen where nine pages that declare and show 255 rows hold 251 houses', async () => {
    const world = await worldWith(database, {});
    await world.ports.store.addResblock(newResblock(lake, undefined, 0, world.ports.now()));
    const rows = housesOf(lake, 251);
    world.answers.set(lake, pagesOf(lake, [...rows, ...rows.slice(20, 24)]));
    for (let reading = 0; reading < 2; reading++) {
      world.clock.ms += hour;
      expect(await refresh(world)).toMatchObject({ lastRefreshSuccessAt: world.clock.ms, lastRefreshFailureAt: null });
      const stored = await houses(world, lake);
      expect([stored.length, stored.filter((house) => house.removed).length]).toEqual([251, 0]);
      expect(await world.ports.store.findResblock(lake)).toMatchObject({ state: 'OK', houseCount: 251 });
    }
    expect(world.asked).toHaveLength(18);
  });

  it('says nothing in a reading whose rows were repeated', async () => {
    const world = await worldWith(database, { [lake]: 255 });
    await refresh(world);
    const rows = housesOf(lake, 255);
    world.answers.set(lake, pagesOf(lake, [...rows.slice(0, 251), ...rows.slice(0, 4)]));
    world.clock.ms += hour;
    expect(await refresh(world)).toMatchObject({ lastRefreshSuccessAt: world.clock.ms });
    world.clock.ms += hour;
    await refresh(world);
    expect((await houses(world, lake)).filter((house) => house.removed)).toEqual([]);
    expect(await houses(world, lake)).toHaveLength(255);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { figuresOf } from 'lambdas/ljmonitor/communities/daily-stats';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { nothing } from '../support/test-routes.ts';
import { captcha, housesOf, pageOf, pagesOf } from '../support/pages.ts';
import { lake, refresh, willows, worldWith } from '../support/tracked-communities.ts';
import { type Database, startDatabase, type World } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

const day = 24 * 3_600_000;
const figures = (world: World, resblockId: string) =>
  ljmonitorRoutes(world.ports).listDailyStats({ ...nothing, params: { resblockId } });
/** Houses that cost 10,000, 20,000, … 元/㎡. */
const priced = (resblockId: string, count: number) =>
  housesOf(resblockId, count).map((row, index) => ({ ...row, unitPrice: (index + 1) * 10_000 }));

describe('the figures of a day', () => {
  const now = new Date('2026-03-01T08:00:00Z');
  it.each<[number[], number | undefined]>([
    [[50_000], 50_000],
    [[30_000, 10_000, 20_000], 20_000],
    [[10_000, 40_000, 20_000, 30_000], 25_000],
    [[0, 0, 70_000], 70_000],
    [[0, 0], undefined],
    [[], undefined],
  ])('of %j have the median %s', (unitPrices, median) => {
    const expected = median && { time: now.getTime(), medianUnitPrice: median, count: unitPrices.length };
    expect(figuresOf(unitPrices, unitPrices.length, now)).toEqual(expected);
  });
});

describe('a community’s figures', () => {
  let database: Database;
  beforeAll(async () => {
    database = await startDatabase();
  });
  afterAll(() => database.stop());

  it('are kept once a day, as its last complete reading found them', async () => {
    const world = await worldWith(database, { [lake]: 45 });
    // 02:00 in Shanghai: the same day there until 16:00 UTC.
    world.clock.ms = Date.parse('2026-03-01T18:00:00Z');
    world.answers.set(lake, pagesOf(lake, priced(lake, 45)));
    await refresh(world);
    world.clock.ms = Date.parse('2026-03-02T15:00:00Z');
    world.answers.set(lake, pagesOf(lake, priced(lake, 47)));
    await refresh(world);
    const lastOfDay = world.clock.ms;
    world.clock.ms = Date.parse('2026-03-02T17:00:00Z');
    const [house, ...others] = priced(lake, 47);
    if (!house) throw new Error('no house');
    world.answers.set(lake, pagesOf(lake, [{ ...house, unitPrice: 900_000 }, ...others]));
    await refresh(world);
    expect(await figures(world, lake)).toEqual([
      { time: lastOfDay, medianUnitPrice: 240_000, count: 47 },
      { time: world.clock.ms, medianUnitPrice: 250_000, count: 47 },
    ]);
  });

  it('count a house until it is removed, and none that is', async () => {
    const world = await worldWith(database, { [willows]: 3 });
    world.answers.set(willows, pagesOf(willows, priced(willows, 3)));
    await refresh(world);
    world.answers.set(willows, pagesOf(willows, priced(willows, 2)));
    for (const median of [20_000, 20_000, 15_000]) {
      // The last one finds that the house was gone for an hour.
      world.clock.ms += 1_700_000;
      await refresh(world);
      expect((await figures(world, willows)).at(-1)).toMatchObject({ medianUnitPrice: median });
    }
  });

  it.each([
    ['is blocked', [captcha]],
    ['is read in part', [pageOf(willows, { rows: housesOf(willows, 2), declaredTotal: 3 })]],
    ['has no houses', [pageOf(willows, { class: 'empty' as const, declaredTotal: 0 })]],
  ])('say nothing of a day on which it %s', async (_, answers) => {
    const world = await worldWith(database, { [willows]: 3 });
    world.answers.set(willows, answers);
    await refresh(world);
    expect(await figures(world, willows)).toEqual([]);
  });

  it('go back one year', async () => {
    const world = await worldWith(database, {});
    await world.ports.store.addResblock(newResblock(lake, undefined, 0, world.ports.now()));
    const days = Array.from({ length: 370 }, (_, index) => ({ time: world.clock.ms + index * day, index }));
    const put = ({ time, index }: { time: number; index: number }) => {
      const name = new Date(time).toISOString().slice(0, 10);
      return world.put({ pk: `RESBLOCK#${lake}`, sk: `STATS#${name}`, time, medianUnitPrice: 1 + index, count: 1 });
    };
    await Promise.all(days.map(put));
    const found = await figures(world, lake);
    expect([found.length, found[0]?.medianUnitPrice, found.at(-1)?.medianUnitPrice]).toEqual([366, 5, 370]);
  });

  it('are asked for in vain where a community is not tracked', async () => {
    const world = await worldWith(database, {});
    await expect(figures(world, lake)).rejects.toMatchObject({ code: 'notFound' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dailyStatsOf } from 'lambdas/ljmonitor/readings/finish-reading';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { nothing } from '../support/test-routes.ts';
import { captcha, housesOf, pageOf, pagesOf } from '../support/pages.ts';
import { lake, refresh, willows, monitorTracking } from '../support/tracked-communities.ts';
import { type Database, startMonitorDatabase, type TestMonitor } from '../support/monitor-environment.ts';

const day = 24 * 3_600_000;
const statsOf = (monitor: TestMonitor, resblockId: string) =>
  ljmonitorRoutes(monitor.ports).listDailyStats({ ...nothing, params: { resblockId } });
/** The unit prices are 10,000, 20,000, … 元/㎡. */
const priced = (resblockId: string, count: number) =>
  housesOf(resblockId, count).map((row, index) => ({ ...row, unitPrice: (index + 1) * 10_000 }));

describe('dailyStatsOf', () => {
  const now = new Date('2026-03-01T08:00:00Z');
  it.each<[number[], number | undefined]>([
    [[50_000], 50_000],
    [[30_000, 10_000, 20_000], 20_000],
    [[10_000, 40_000, 20_000, 30_000], 25_000],
    [[0, 0, 70_000], 70_000],
    [[0, 0], undefined],
    [[], undefined],
  ])('calculates for %j the median %s', (unitPrices, median) => {
    const expected = median && { time: now.getTime(), medianUnitPrice: median, count: unitPrices.length };
    expect(dailyStatsOf(unitPrices, unitPrices.length, now)).toEqual(expected);
  });
});

describe('listDailyStats', () => {
  let database: Database;
  beforeAll(async () => {
    database = await startMonitorDatabase();
  });
  afterAll(() => database.stop());

  it('keeps the last complete reading of a day', async () => {
    const monitor = await monitorTracking(database, { [lake]: 45 });
    // It is 02:00 in Shanghai, where the day lasts until 16:00 UTC.
    monitor.clock.ms = Date.parse('2026-03-01T18:00:00Z');
    monitor.answers.set(lake, pagesOf(lake, priced(lake, 45)));
    await refresh(monitor);
    monitor.clock.ms = Date.parse('2026-03-02T15:00:00Z');
    monitor.answers.set(lake, pagesOf(lake, priced(lake, 47)));
    await refresh(monitor);
    const lastOfDay = monitor.clock.ms;
    monitor.clock.ms = Date.parse('2026-03-02T17:00:00Z');
    const [house, ...others] = priced(lake, 47);
    if (!house) throw new Error('no house');
    monitor.answers.set(lake, pagesOf(lake, [{ ...house, unitPrice: 900_000 }, ...others]));
    await refresh(monitor);
    expect(await statsOf(monitor, lake)).toEqual([
      { time: lastOfDay, medianUnitPrice: 240_000, count: 47 },
      { time: monitor.clock.ms, medianUnitPrice: 250_000, count: 47 },
    ]);
  });

  it('counts a house until it is removed', async () => {
    const monitor = await monitorTracking(database, { [willows]: 3 });
    monitor.answers.set(willows, pagesOf(willows, priced(willows, 3)));
    await refresh(monitor);
    monitor.answers.set(willows, pagesOf(willows, priced(willows, 2)));
    for (const median of [20_000, 20_000, 15_000]) {
      // The third reading removes the house.
      monitor.clock.ms += 1_700_000;
      await refresh(monitor);
      expect((await statsOf(monitor, willows)).at(-1)).toMatchObject({ medianUnitPrice: median });
    }
  });

  it.each([
    ['is blocked', [captcha]],
    ['is read in part', [pageOf(willows, { rows: housesOf(willows, 2), declaredTotal: 3 })]],
    ['has no houses', [pageOf(willows, { class: 'empty' as const, declaredTotal: 0 })]],
  ])('has no entry for a day on which the community %s', async (_, answers) => {
    const monitor = await monitorTracking(database, { [willows]: 3 });
    monitor.answers.set(willows, answers);
    await refresh(monitor);
    expect(await statsOf(monitor, willows)).toEqual([]);
  });

  it('goes back one year', async () => {
    const monitor = await monitorTracking(database, {});
    await monitor.ports.store.addResblock(newResblock(lake, undefined, 0, monitor.ports.now()));
    const days = Array.from({ length: 370 }, (_, index) => ({ time: monitor.clock.ms + index * day, index }));
    const put = ({ time, index }: { time: number; index: number }) => {
      const name = new Date(time).toISOString().slice(0, 10);
      return monitor.put({ pk: `RESBLOCK#${lake}`, sk: `STATS#${name}`, time, medianUnitPrice: 1 + index, count: 1 });
    };
    await Promise.all(days.map(put));
    const found = await statsOf(monitor, lake);
    expect([found.length, found[0]?.medianUnitPrice, found.at(-1)?.medianUnitPrice]).toEqual([366, 5, 370]);
  });

  it('fails for a community that is not tracked', async () => {
    const monitor = await monitorTracking(database, {});
    await expect(statsOf(monitor, lake)).rejects.toMatchObject({ code: 'notFound' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from './engines.ts';
import { ann, nothing, routesWith, willows } from '../unit/lambdas/ljmonitor/support/test-routes.ts';
import { housesOf, pagesOf } from '../unit/lambdas/ljmonitor/support/pages.ts';
import { type Database, startMonitorDatabase } from '../unit/lambdas/ljmonitor/support/monitor-environment.ts';

describe.each(engines)('the monitor on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await startMonitorDatabase(engine);
  });
  afterAll(() => database.stop());

  it('adds, refreshes, keeps versions, marks read, and hides a deleted community', async () => {
    const { add, list, remove, routes, processAll, monitor } = await routesWith(database, { [willows]: 45 });
    await add(willows);
    await processAll();
    const first = await list();
    const last = first.at(-1);
    const second = await list({ fromUpdateTime: last?.updateTime, fromHouseId: last?.houseId });
    expect([first.length, second.length]).toEqual([30, 15]);

    const dearer = housesOf(willows, 45).map((row, index) => (index === 0 ? { ...row, price: 999 } : row));
    monitor.answers.set(willows, pagesOf(willows, dearer));
    monitor.clock.ms += 3_600_000;
    await routes.refreshAllHouses(nothing);
    await processAll();
    const [changed] = await list();
    expect(changed).toMatchObject({ price: 999 });
    const params = { houseId: changed?.houseId ?? '' };
    expect(await routes.listHistory({ ...nothing, params, query: {} })).toHaveLength(1);

    const houseIdList = (await list()).map(({ houseId }) => houseId);
    await routes.markHousesRead({ ...nothing, body: { houseIdList } });
    expect((await list()).every(({ readTime }) => readTime !== null)).toBe(true);
    expect((await list({}, { ...ann, userId: 'google|else' })).every(({ readTime }) => readTime === null)).toBe(true);

    await remove(willows);
    expect(await list()).toEqual([]);
  }, 30_000);
});

import { describe, expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { housesOf, pagesOf, rowOf } from '../unit/lambdas/ljmonitor/support/pages.ts';
import { useMonitorDatabase } from '../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { nothing, routesWith } from '../unit/lambdas/ljmonitor/support/test-routes.ts';
import {
  houses,
  lake,
  monitorTracking,
  refresh,
  willows,
} from '../unit/lambdas/ljmonitor/support/tracked-communities.ts';

const hour = 3_600_000;

const database = await useMonitorDatabase();

describe('a refresh', () => {
  it('reads a community of a hundred pages, which is all that a site shows', async () => {
    const monitor = await monitorTracking(database, {});
    await monitor.ports.store.addResblock(newResblock(lake, undefined, 0, monitor.ports.now()));
    monitor.answers.set(lake, pagesOf(lake, housesOf(lake, 200), 2));
    expect(await refresh(monitor)).toMatchObject({ isRefreshing: false, lastRefreshSuccessAt: monitor.clock.ms });
    expect(monitor.asked.map(({ page }) => page)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(await houses(monitor, lake)).toHaveLength(200);
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({ state: 'OK', houseCount: 200 });
  });
});

describe('a house that is no longer listed', () => {
  it('is not assumed when 255 declared rows contain 251 houses', async () => {
    const monitor = await monitorTracking(database, {});
    await monitor.ports.store.addResblock(newResblock(lake, undefined, 0, monitor.ports.now()));
    const rows = housesOf(lake, 251);
    monitor.answers.set(lake, pagesOf(lake, [...rows, ...rows.slice(20, 24)]));
    for (let reading = 0; reading < 2; reading++) {
      monitor.clock.ms += hour;
      expect(await refresh(monitor)).toMatchObject({
        lastRefreshSuccessAt: monitor.clock.ms,
        lastRefreshFailureAt: null,
      });
      const stored = await houses(monitor, lake);
      expect([stored.length, stored.filter((house) => house.removed).length]).toEqual([251, 0]);
      expect(await monitor.ports.store.findResblock(lake)).toMatchObject({ state: 'OK', houseCount: 251 });
    }
    expect(monitor.asked).toHaveLength(18);
  });

  it('does not count as missed when rows were repeated', async () => {
    const monitor = await monitorTracking(database, { [lake]: 255 });
    await refresh(monitor);
    const rows = housesOf(lake, 255);
    monitor.answers.set(lake, pagesOf(lake, [...rows.slice(0, 251), ...rows.slice(0, 4)]));
    monitor.clock.ms += hour;
    expect(await refresh(monitor)).toMatchObject({ lastRefreshSuccessAt: monitor.clock.ms });
    monitor.clock.ms += hour;
    await refresh(monitor);
    expect((await houses(monitor, lake)).filter((house) => house.removed)).toEqual([]);
    expect(await houses(monitor, lake)).toHaveLength(255);
  });
});

describe('the history of a house', () => {
  it('has its older versions, newest first, in pages', async () => {
    const { add, routes, processAll, monitor } = await routesWith(database, { [willows]: 1 });
    await add(willows);
    await processAll();
    for (let price = 1; price <= 52; price++) {
      monitor.clock.ms += 1000;
      monitor.answers.set(willows, pagesOf(willows, [rowOf(willows, 1, { price })]));
      await routes.refreshAllHouses(nothing);
      await processAll();
    }
    const params = { houseId: rowOf(willows, 1).houseId };
    const newest = await routes.listHistory({ ...nothing, params });
    expect(newest.map(({ price }) => price)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    expect(newest[0]?.prices).toHaveLength(20);
    const fromUpdateTime = newest.at(-1)?.updateTime ?? 0;
    const oldest = await routes.listHistory({ ...nothing, params, query: { fromUpdateTime } });
    expect(oldest.map(({ price }) => price)).toEqual([1, 501]);
    const end = await routes.listHistory({
      ...nothing,
      params,
      query: { fromUpdateTime: oldest.at(-1)?.updateTime ?? 0 },
    });
    expect(end).toEqual([]);
  });
});

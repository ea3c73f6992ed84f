import { describe, expect, it } from '@jest/globals';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { isUnread } from 'shared-types/rules/house';
import { ann, bob, lake, nothing, routesWith, willows } from './support/test-routes.ts';
import { housesOf, pagesOf, rowOf } from './support/pages.ts';
import { useMonitorDatabase } from './support/test-monitor.ts';

const database = await useMonitorDatabase();

describe('the list of houses', () => {
  it('has every house once, newest update first, in pages of thirty', async () => {
    const { add, list, processAll, monitor } = await routesWith(database, { [lake]: 45, [willows]: 20 });
    await add(lake);
    await processAll();
    monitor.clock.ms += 1000;
    await add(willows);
    await processAll();
    const pages = [await list()];
    for (let last = pages.at(-1)?.at(-1); last; last = pages.at(-1)?.at(-1)) {
      pages.push(await list({ fromUpdateTime: last.updateTime, fromHouseId: last.houseId }));
    }
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 5, 0]);
    const all = pages.flat();
    expect(new Set(all.map(({ houseId }) => houseId)).size).toBe(65);
    expect(all.slice(0, 20).every(({ resblockId }) => resblockId === willows)).toBe(true);
    const times = all.map(({ updateTime }) => updateTime);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(all[0]).toEqual({
      houseId: rowOf(willows, 20).houseId,
      resblockId: willows,
      url: `https://site.test/ershoufang/${rowOf(willows, 20).houseId}.html`,
      title: 'House 20',
      description: '2室1厅 | 60平米',
      tags: ['近地铁'],
      price: 520,
      unitPrice: 80_000,
      createTime: monitor.clock.ms,
      updateTime: monitor.clock.ms,
      readTime: null,
      starred: false,
      hidden: false,
      removed: false,
      prices: [{ time: monitor.clock.ms, price: 520 }],
      changeTimes: {},
      facts: { rooms: 2, halls: 1, area: 60 },
    });
  });

  it('never shows an empty page before its end', async () => {
    const { add, list, processAll, monitor } = await routesWith(database, { [willows]: 1, [lake]: 75 });
    await add(willows);
    await processAll();
    monitor.clock.ms += 1000;
    await add(lake);
    await processAll();
    // The community is deleted, and its houses are still in the index.
    await monitor.ports.store.deleteResblock(lake);
    expect((await list()).map(({ resblockId }) => resblockId)).toEqual([willows]);
  });

  it('costs one query of the communities, one of the houses, one batch of read marks and one query of the others', async () => {
    const { add, list, processAll } = await routesWith(database, { [lake]: 75 });
    await add(lake);
    await processAll();
    database.takeCapacity();
    await list();
    const used = database.takeCapacity();
    expect(used).toHaveLength(4);
    // The batch reads the marks of thirty houses, and the flags.
    expect(used.every(({ CapacityUnits = 0 }) => CapacityUnits <= 15.5)).toBe(true);
  });

  it('leaves out an unreadable item', async () => {
    const { add, list, processAll, monitor } = await routesWith(database, { [willows]: 2 });
    await add(willows);
    await processAll();
    await monitor.put({
      pk: 'HOUSE#1',
      sk: 'CURRENT',
      gsi1pk: 'HOUSES',
      gsi1sk: '9999999999999#1',
      gsi2pk: `RESBLOCK#${willows}`,
      gsi2sk: '1',
      price: 'much',
    });
    expect(await list()).toHaveLength(2);
  });
});

/** Creates three houses that are unread by every user. */
async function siteRead() {
  const site = await routesWith(database, { [willows]: 3 });
  await site.add(willows);
  await site.processAll();
  site.monitor.clock.ms += 1000;
  return site;
}

describe('read marks', () => {
  const houseId = rowOf(willows, 1).houseId;

  it('belong to one user', async () => {
    const { routes, list, monitor } = await siteRead();
    const house = await routes.markHouseRead({ ...nothing, params: { houseId } });
    expect(house).toMatchObject({ houseId, readTime: monitor.clock.ms });
    expect((await list()).filter(isUnread)).toHaveLength(2);
    expect((await list({}, bob)).filter(isUnread)).toHaveLength(3);
    await routes.restoreReadTimes({ ...nothing, body: { houses: [{ houseId, readTime: null }] } });
    expect((await list()).filter(isUnread)).toHaveLength(3);
  });

  it('cover houses whose update times come from a clock that was ahead', async () => {
    const { routes, monitor } = await siteRead();
    monitor.clock.ms -= 3_600_000;
    expect(isUnread(await routes.markHouseRead({ ...nothing, params: { houseId } }))).toBe(false);
    const { readTime } = await routes.markHousesRead({ ...nothing, body: { houseIdList: [houseId] } });
    expect(readTime).toBeGreaterThan(monitor.clock.ms);
  });

  it('end with the next change of the house', async () => {
    const { routes, list, processAll, monitor } = await siteRead();
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    monitor.clock.ms += 1;
    monitor.answers.set(
      willows,
      pagesOf(
        willows,
        housesOf(willows, 3).map((row) => ({ ...row, price: 9 })),
      ),
    );
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect((await list()).filter(isUnread)).toHaveLength(3);
  });

  it('are found with houses by their ids, also hidden ones, of tracked communities', async () => {
    const { routes, remove } = await siteRead();
    await routes.setHouseFlags({ ...nothing, params: { houseId }, body: { hidden: true } });
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    const find = () => routes.findHouses({ ...nothing, body: { houseIdList: [houseId, '999999999999'] } });
    expect(await find()).toMatchObject([{ houseId, hidden: true, readTime: expect.any(Number) }]);
    await remove(willows);
    expect(await find()).toEqual([]);
  });

  it('fail for a house that does not exist', async () => {
    const { routes } = await siteRead();
    const params = { houseId: '999999999999' };
    for (const call of [routes.markHouseRead, routes.listHistory]) {
      await expect(call({ ...nothing, params })).rejects.toMatchObject({ code: 'notFound' });
    }
  });

  it('cover in a batch the houses that have not changed since they were shown', async () => {
    const { routes, list, processAll, monitor } = await siteRead();
    const asOf = Math.max(...(await list()).map(({ updateTime }) => updateTime));
    const [first, ...others] = housesOf(willows, 3);
    if (!first) throw new Error('a house');
    monitor.answers.set(willows, pagesOf(willows, [{ ...first, price: 9 }, ...others]));
    await routes.refreshAllHouses(nothing);
    await processAll();
    monitor.clock.ms += 1000;

    const houseIdList = [...housesOf(willows, 3).map((row) => row.houseId), '999999999999', first.houseId];
    const { readTime } = await routes.markHousesRead({ ...nothing, body: { houseIdList, asOf } });
    expect(readTime).toBe(asOf + 1);
    expect((await list()).filter(isUnread).map((house) => house.houseId)).toEqual([first.houseId]);
    expect((await monitor.rows()).filter(({ pk }) => pk === `READ#${ann.userId}`)).toHaveLength(2);
  });

  it('can be restored after a batch', async () => {
    const { routes, list } = await siteRead();
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    const before = await list();
    await routes.markHousesRead({ ...nothing, body: { houseIdList: before.map((house) => house.houseId) } });
    expect((await list()).filter(isUnread)).toEqual([]);
    const houses = [...before, { houseId: '999999999999', readTime: 5 }];
    await routes.restoreReadTimes({
      ...nothing,
      body: { houses: houses.map(({ houseId: id, readTime }) => ({ houseId: id, readTime })) },
    });
    expect(await list()).toEqual(before);
  });

  it('cover no later change when a page restores a time in the future', async () => {
    const { routes, list, processAll, monitor } = await siteRead();
    const readTime = 9_000_000_000_000;
    await routes.restoreReadTimes({ ...nothing, body: { houses: [{ houseId, readTime }] } });
    expect((await list()).find((house) => house.houseId === houseId)?.readTime).toBe(monitor.clock.ms);
    expect((await list({}, bob)).filter(isUnread)).toHaveLength(3);
    monitor.clock.ms += 1;
    monitor.answers.set(
      willows,
      pagesOf(
        willows,
        housesOf(willows, 3).map((row) => ({ ...row, price: 9 })),
      ),
    );
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect((await list()).filter(isUnread)).toHaveLength(3);
  });

  it('reduce the count of the summary', async () => {
    const { routes, monitor } = await siteRead();
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    expect(await routes.getSummary(nothing)).toEqual({
      unread: 2,
      unreadByResblock: [{ resblockId: willows, unread: 2, asOf: monitor.clock.ms - 1000, news: { new: 2 } }],
      communities: 1,
      lastRefreshSuccessAt: null,
    });
    expect(await routes.getSummary({ ...nothing, user: bob })).toMatchObject({ unread: 3 });
  });
});

describe('refreshAllHouses', () => {
  it('returns the refresh that is in progress', async () => {
    const { add, routes, processAll, monitor } = await routesWith(database, { [willows]: 3 });
    await add(willows);
    await processAll();
    expect(await routes.refreshAllHouses(nothing)).toMatchObject({ isRefreshing: true, refreshingProcess: 0 });
    expect(await routes.refreshAllHouses(nothing)).toMatchObject({ isRefreshing: true });
    expect(monitor.queue).toHaveLength(1);
    await processAll();
    expect(await routes.getRefreshStatus(nothing)).toEqual({
      lastRead: { read: 1, of: 1 },
      listingOrigin: 'https://site.test',
      lastRefreshSuccessAt: monitor.clock.ms,
      lastRefreshFailureAt: null,
      isRefreshing: false,
      refreshingProcess: 1,
      nextRefreshAt: monitor.clock.ms + 3_600_000,
      blockedUntil: null,
    });
  });

  it('costs one of the limit when twenty of two people start at once', async () => {
    const { add, processAll, monitor } = await routesWith(database, { [willows]: 3 });
    const limited = ljmonitorRoutes({ ...monitor.ports, refreshLimits: { person: 2, site: 3 } });
    await add(willows);
    await processAll();
    for (let round = 0; round < 2; round++) {
      const users = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ann : bob));
      const answers = await Promise.all(users.map((user) => limited.refreshAllHouses({ ...nothing, user })));
      expect(answers.every(({ isRefreshing }) => isRefreshing)).toBe(true);
      await processAll();
    }
    const counts = (await monitor.rows()).flatMap(({ pk, refreshes }) => (pk === 'REFRESHES#site' ? [refreshes] : []));
    expect(counts).toEqual([2]);
  });

  it('is limited by day, for a user and for the site, and joining a refresh does not count', async () => {
    const { add, routes, processAll, monitor } = await routesWith(database, { [willows]: 3 });
    const limited = ljmonitorRoutes({ ...monitor.ports, refreshLimits: { person: 2, site: 3 } });
    await add(willows);
    await processAll();
    for (let refresh = 0; refresh < 2; refresh++) {
      await limited.refreshAllHouses(nothing);
      await limited.refreshAllHouses(nothing);
      await processAll();
    }
    const nextDay = Date.parse('2026-03-02T00:00:00Z');
    await expect(limited.refreshAllHouses(nothing)).rejects.toMatchObject({
      code: 'tooMany',
      message: 'Your limit of 2 refreshes a day is used up.',
      detail: { limitEndsAt: nextDay },
    });
    expect(await limited.refreshAllHouses({ ...nothing, user: bob })).toMatchObject({ isRefreshing: true });
    await processAll();
    // The refused refresh of the first user has not counted for the site.
    await expect(limited.refreshAllHouses({ ...nothing, user: bob })).rejects.toMatchObject({
      code: 'tooMany',
      message: 'The site’s limit of 3 refreshes a day is used up.',
      detail: { limitEndsAt: nextDay },
    });
    await startRefresh(monitor.ports);
    await processAll();
    monitor.clock.ms = nextDay;
    expect(await routes.refreshAllHouses(nothing)).toMatchObject({ isRefreshing: true });
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import { ann, bob, lake, nothing, routesWith, willows } from './support/test-routes.ts';
import { housesOf, pagesOf, rowOf } from './support/pages.ts';
import { type Database, startMonitorDatabase } from './support/test-monitor.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startMonitorDatabase();
});
afterAll(() => database.stop());

describe('the list of houses', () => {
  it('has every house once, newest update first, in pages of thirty', async () => {
    const { add, list, settle, monitor } = await routesWith(database, { [lake]: 45, [willows]: 20 });
    await add(lake);
    await settle();
    monitor.clock.ms += 1000;
    await add(willows);
    await settle();
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
    });
  });

  it('never shows an empty page before its end', async () => {
    const { add, list, settle, monitor } = await routesWith(database, { [willows]: 1, [lake]: 75 });
    await add(willows);
    await settle();
    monitor.clock.ms += 1000;
    await add(lake);
    await settle();
    // Deleted, and its houses not yet taken out of the index.
    await monitor.ports.store.removeResblock(lake);
    expect((await list()).map(({ resblockId }) => resblockId)).toEqual([willows]);
  });

  it('costs one query of the communities, one of the houses and one batch of marks', async () => {
    const { add, list, settle } = await routesWith(database, { [lake]: 75 });
    await add(lake);
    await settle();
    database.takeCapacity();
    await list();
    const used = database.takeCapacity();
    expect(used).toHaveLength(3);
    // Thirty marks, the one of their community, and what the person starred and hid.
    expect(used.every(({ CapacityUnits = 0 }) => CapacityUnits <= 16)).toBe(true);
  });

  it('leaves out a row that cannot be read', async () => {
    const { add, list, settle, monitor } = await routesWith(database, { [willows]: 2 });
    await add(willows);
    await settle();
    await monitor.put({
      pk: 'HOUSE#1',
      sk: 'CURRENT',
      gsi1pk: 'FEED',
      gsi1sk: '9999999999999#1',
      gsi2pk: `RESBLOCK#${willows}`,
      gsi2sk: '1',
      price: 'much',
    });
    expect(await list()).toHaveLength(2);
  });
});

/** Three houses, all of them new to everybody. */
async function siteRead() {
  const site = await routesWith(database, { [willows]: 3 });
  await site.add(willows);
  await site.settle();
  site.monitor.clock.ms += 1000;
  return site;
}

describe('reading', () => {
  const houseId = rowOf(willows, 1).houseId;

  it('marks a house for one person only', async () => {
    const { routes, list, monitor } = await siteRead();
    const house = await routes.markHouseRead({ ...nothing, params: { houseId } });
    expect(house).toMatchObject({ houseId, readTime: monitor.clock.ms });
    expect((await list()).filter(isUnread)).toHaveLength(2);
    expect((await list({}, bob)).filter(isUnread)).toHaveLength(3);
    expect(await routes.markHouseUnread({ ...nothing, params: { houseId } })).toMatchObject({ readTime: null });
    expect((await list()).filter(isUnread)).toHaveLength(3);
  });

  it('holds against a clock that was ahead', async () => {
    const { routes, monitor } = await siteRead();
    monitor.clock.ms -= 3_600_000;
    expect(isUnread(await routes.markHouseRead({ ...nothing, params: { houseId } }))).toBe(false);
    const { readTime } = await routes.markHousesRead({ ...nothing, body: { houseIdList: [houseId] } });
    expect(readTime).toBeGreaterThan(monitor.clock.ms);
  });

  it('is undone by a change of the house', async () => {
    const { routes, list, settle, monitor } = await siteRead();
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
    await settle();
    expect((await list()).filter(isUnread)).toHaveLength(3);
  });

  it('of what does not exist is refused', async () => {
    const { routes } = await siteRead();
    const params = { houseId: '999999999999' };
    for (const call of [routes.markHouseRead, routes.markHouseUnread, routes.listHistory]) {
      await expect(call({ ...nothing, params })).rejects.toMatchObject({ code: 'notFound' });
    }
  });

  it('all marks what was shown, and no house that changed since or does not exist', async () => {
    const { routes, list, settle, monitor } = await siteRead();
    const asOf = Math.max(...(await list()).map(({ updateTime }) => updateTime));
    const [first, ...others] = housesOf(willows, 3);
    if (!first) throw new Error('a house');
    monitor.answers.set(willows, pagesOf(willows, [{ ...first, price: 9 }, ...others]));
    await routes.refreshAllHouses(nothing);
    await settle();
    monitor.clock.ms += 1000;

    const houseIdList = [...housesOf(willows, 3).map((row) => row.houseId), '999999999999', first.houseId];
    const { readTime } = await routes.markHousesRead({ ...nothing, body: { houseIdList, asOf } });
    expect(readTime).toBe(asOf + 1);
    expect((await list()).filter(isUnread).map((house) => house.houseId)).toEqual([first.houseId]);
    expect((await monitor.rows()).filter(({ pk }) => pk === `READ#${ann.userId}`)).toHaveLength(2);
  });

  it('all can be undone', async () => {
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

  it('counts what is left on the home page', async () => {
    const { routes, monitor } = await siteRead();
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    expect(await routes.getSummary(nothing)).toEqual({
      unread: 2,
      unreadByResblock: [{ resblockId: willows, unread: 2, asOf: monitor.clock.ms - 1000 }],
      communities: 1,
      lastRefreshSuccessAt: null,
    });
    expect(await routes.getSummary({ ...nothing, user: bob })).toMatchObject({ unread: 3 });
  });
});

describe('the history of a house', () => {
  it('has its older versions, newest first, in pages', async () => {
    const { add, routes, settle, monitor } = await routesWith(database, { [willows]: 1 });
    await add(willows);
    await settle();
    for (let price = 1; price <= 52; price++) {
      monitor.clock.ms += 1000;
      monitor.answers.set(willows, pagesOf(willows, [rowOf(willows, 1, { price })]));
      await routes.refreshAllHouses(nothing);
      await settle();
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

describe('asking for a refresh', () => {
  it('answers with the run that is under way', async () => {
    const { add, routes, settle, monitor } = await routesWith(database, { [willows]: 3 });
    await add(willows);
    await settle();
    expect(await routes.refreshAllHouses(nothing)).toMatchObject({ isRefreshing: true, refreshingProcess: 0 });
    expect(await routes.refreshAllHouses(nothing)).toMatchObject({ isRefreshing: true });
    expect(monitor.queue).toHaveLength(1);
    await settle();
    expect(await routes.getRefreshStatus(nothing)).toEqual({
      lastRefreshSuccessAt: monitor.clock.ms,
      lastRefreshFailureAt: null,
      isRefreshing: false,
      refreshingProcess: 1,
      nextRefreshAt: monitor.clock.ms + 3_600_000,
      blockedUntil: null,
    });
  });
});

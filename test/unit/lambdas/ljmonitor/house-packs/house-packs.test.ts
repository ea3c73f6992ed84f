import { describe, expect, it } from '@jest/globals';
import { housePacks } from 'lambdas/ljmonitor/house-packs/house-packs';
import { compressRows, decompressRows } from 'lambdas/ljmonitor/house-packs/compress';
import {
  packHouse,
  packText,
  readHouses,
  readTexts,
  writeHouses,
  writeTexts,
} from 'lambdas/ljmonitor/house-packs/packed-house';
import { listedVersion } from 'lambdas/ljmonitor/houses/house';
import { lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const minute = 60_000;
const database = await useMonitorDatabase();

describe('packed houses', () => {
  const listing = { ...rowOf(willows, 1), price: 500, resblockId: willows };
  const first = listedVersion(
    { ...listing, description: '3室2厅 | 89.4平米 | 南 西北 | 底层(共6层) | 1999年' },
    undefined,
    new Date(5000),
  );
  const cheaper = listedVersion({ ...listing, price: 490.5, description: '车位' }, first, new Date(9000));
  const unpriced = listedVersion({ ...listing, houseId: '3', price: null, unitPrice: 0 }, undefined, new Date(9000));
  const changeTimes = { ...cheaper.changeTimes, returned: 9000 };
  const houses = [first, { ...cheaper, changeTimes, houseId: '2', removed: true }, unpriced].map(packHouse);

  it('are the same after they were written and read', () => {
    expect(readHouses(writeHouses(houses))).toEqual(houses);
    expect(houses[1]?.prices).toEqual([
      { time: 5000, price: 500 },
      { time: 9000, price: 490.5 },
    ]);
    expect(houses[1]?.changeTimes).toMatchObject({ price: 9000, description: 9000, returned: 9000 });
    expect(readHouses(writeHouses([]))).toEqual([]);
    expect(houses[1]).toMatchObject({ createTime: 5000, updateTime: 9000, drop: 9.5, removed: true });
  });

  it('have their text, in one line', () => {
    const { houseId } = first;
    const text = packText({ ...first, title: 'ＶＲ\t南北\n通透', tags: ['近地铁'] });
    expect(text).toMatch(/^vr 南北 通透 3室2厅 .* 近地铁$/);
    const rows = [
      { houseId, text },
      { houseId: `${houseId}0`, text },
    ];
    expect(readTexts(writeTexts(rows))).toEqual(rows);
    expect(readTexts(writeTexts([]))).toEqual([]);
  });

  it('take as many parts as they need', () => {
    const rows = Array.from({ length: 20_001 }, (_, index) => ({ houseId: `${index}`, text: 'x' }));
    const parts = compressRows(rows, writeTexts);
    expect(parts.length).toBeGreaterThan(1);
    expect(decompressRows(parts, readTexts)).toEqual(rows);
  });
});

async function packed() {
  const site = await routesWith(database, { [willows]: 3 });
  await site.add(willows);
  await site.processAll();
  const { monitor } = site;
  const { store } = monitor.ports;
  /** Another function instance has no pack in its memory. */
  const look = async (packs = housePacks(monitor.ports), withTexts = true) => {
    const [community] = await packs.list(await store.listResblocks(), { withTexts });
    const houses = [...(community?.houses.values() ?? [])];
    const texts = new Map(
      houses.flatMap(({ houseId, text }) => (text === undefined ? [] : [[houseId, text] as const])),
    );
    return { prices: houses.map(({ price }) => price), texts };
  };
  const built = async () => (await store.findPacks([willows], 'HOUSES')).get(willows)?.builtAtMs;
  const show = (prices: number[]) =>
    monitor.answers.set(
      willows,
      pagesOf(
        willows,
        prices.map((price, index) => rowOf(willows, index + 1, { price })),
      ),
    );
  return { ...site, store, look, built, show };
}

describe('the packs of a community', () => {
  it('are built once, and once more a while after the next reading', async () => {
    const { monitor, routes, processAll, look, built, show } = await packed();
    monitor.clock.ms += 2 * minute;
    const firstBuilt = monitor.clock.ms;
    expect((await look()).prices).toEqual([501, 502, 503]);
    monitor.clock.ms += minute;
    expect((await look()).texts.size).toBe(3);
    expect(await built()).toBe(firstBuilt);

    show([501, 400, 503, 504]);
    monitor.clock.ms += 60 * minute;
    await routes.refreshAllHouses(nothing);
    await processAll();
    monitor.clock.ms += 2 * minute;
    expect((await look()).prices).toEqual([501, 400, 503, 504]);
    expect(await built()).toBe(monitor.clock.ms);
  });

  it('stay in the first minute after a reading, in which the index may lag', async () => {
    const { monitor, routes, processAll, look, built, show } = await packed();
    monitor.clock.ms += 2 * minute;
    await look();
    const before = await built();
    show([501, 400, 503, 504]);
    monitor.clock.ms += 60 * minute;
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect((await look()).prices).toEqual([501, 400, 503, 504]);
    expect(await built()).toBe(before);
    monitor.clock.ms += minute;
    expect((await look()).prices).toEqual([501, 400, 503, 504]);
    expect(await built()).toBe(monitor.clock.ms);
  });

  it('look once at the list of updates when several are built', async () => {
    const { monitor, store, routes, processAll, add, look } = await packed();
    monitor.answers.set(lake, pagesOf(lake, housesOf(lake, 3)));
    await add(lake);
    await processAll();
    monitor.clock.ms += 2 * minute;
    await look();
    monitor.clock.ms += 60 * minute;
    await routes.refreshAllHouses(nothing);
    await processAll();
    monitor.clock.ms += 2 * minute;
    let looks = 0;
    const pageHouses: typeof store.pageHouses = (ids, from, limit) => {
      if (!from) looks += 1;
      return store.pageHouses(ids, from, limit);
    };
    await look(housePacks({ ...monitor.ports, store: { ...store, pageHouses } }));
    // The other one is that of the list itself.
    expect(looks).toBe(2);
  });

  it('are built at the same time, because the first request after a reading waits for them', async () => {
    const { monitor, store, processAll, add, look } = await packed();
    monitor.answers.set(lake, pagesOf(lake, housesOf(lake, 3)));
    await add(lake);
    await processAll();
    monitor.clock.ms += 2 * minute;
    const both = Promise.withResolvers<void>();
    let begun = 0;
    const listHouseDigests: typeof store.listHouseDigests = async (resblockId) => {
      if ((begun += 1) === 2) both.resolve();
      await both.promise;
      return store.listHouseDigests(resblockId);
    };
    const { prices } = await look(housePacks({ ...monitor.ports, store: { ...store, listHouseDigests } }));
    expect(prices).toEqual([501, 502, 503]);
  });

  it('are built anew after a day in which the community is not read', async () => {
    const { monitor, look, built } = await packed();
    monitor.clock.ms += 2 * minute;
    const packs = housePacks(monitor.ports);
    await look(packs);
    monitor.clock.ms += 24 * 60 * minute;
    const before = await built();
    await look(packs);
    expect(await built()).toBe(before);
    monitor.clock.ms += minute;
    expect((await look(packs)).prices).toEqual([501, 502, 503]);
    expect(await built()).toBe(monitor.clock.ms);
  });

  it('are completed by the changes of a reading that has not ended', async () => {
    const { monitor, store, look, built } = await packed();
    monitor.clock.ms += 2 * minute;
    const packs = housePacks(monitor.ports);
    await look(packs);
    const firstBuilt = await built();
    monitor.clock.ms += 9 * minute;
    const [before] = await store.findHouses([rowOf(willows, 1).houseId]);
    if (!before) throw new Error('a house');
    const after = listedVersion({ ...before, price: 7, title: '满五唯一' }, before, new Date(monitor.clock.ms));
    await store.putHouse({ before, after });
    for (const instance of [packs, housePacks(monitor.ports)]) {
      const { prices, texts } = await look(instance);
      expect(prices).toEqual([7, 502, 503]);
      expect(texts.get(before.houseId)).toContain('满五唯一');
    }
    expect(await built()).toBe(firstBuilt);
  });

  it('leave out houses that another site lists, and read only houses that have changed', async () => {
    const { monitor, routes, processAll, store, look } = await packed();
    monitor.clock.ms += 2 * minute;
    await look();
    const [first] = await store.findHouses([rowOf(willows, 1).houseId]);
    if (!first) throw new Error('a house');
    await store.leaveToFormerSite([first]);
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 3).slice(1)));
    monitor.clock.ms += 60 * minute;
    await routes.refreshAllHouses(nothing);
    await processAll();
    monitor.clock.ms += 2 * minute;
    database.takeCapacity();
    expect((await look()).prices).toEqual([502, 503]);
    const units = database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    expect(units).toBeLessThan(10);
  });

  it('take a few units to read, for a thousand houses too', async () => {
    const { monitor, routes, processAll, look } = await packed();
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 1000)));
    monitor.clock.ms += 60 * minute;
    await routes.refreshAllHouses(nothing);
    await processAll();
    monitor.clock.ms += 2 * minute;
    await look();
    database.takeCapacity();
    expect((await look()).prices).toHaveLength(1000);
    const units = database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    expect(units).toBeLessThan(10);
  });

  it('are built anew when other communities have many updates, after the last of these', async () => {
    const others = Array.from({ length: 40 }, (_, index) => String(1_199_027_400_000 + index));
    const site = await routesWith(database, {
      [willows]: 400,
      ...Object.fromEntries(others.map((each) => [each, 1])),
    });
    const { monitor, add, processAll } = site;
    const { store } = monitor.ports;
    for (const each of others) await add(each);
    await processAll();
    monitor.clock.ms += 2 * minute;
    const builtFirst = monitor.clock.ms;
    const packs = housePacks(monitor.ports);
    const unitsOfList = async (from = packs) => {
      const tracked = await store.listResblocks();
      database.takeCapacity();
      const lists = await from.list(tracked, { withTexts: false });
      const units = database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      expect(lists.reduce((sum, { houses }) => sum + houses.size, 0)).toBe(tracked.length === 40 ? 40 : 440);
      return units;
    };
    await unitsOfList();

    monitor.clock.ms += 10 * minute;
    await add(willows);
    await processAll();
    const builtAt = async () =>
      new Set([...(await store.findPacks(others, 'HOUSES')).values()].map(({ builtAtMs }) => builtAtMs));
    await unitsOfList();
    expect(await builtAt()).toEqual(new Set([builtFirst]));
    monitor.clock.ms += 2 * minute;
    await unitsOfList();
    expect(await builtAt()).toEqual(new Set([monitor.clock.ms]));
    expect(await unitsOfList()).toBeLessThan(5);
    // Another function instance reads the packs, too.
    expect(await unitsOfList(housePacks(monitor.ports))).toBeLessThan(30);
  });

  it.each([3, 0])('of %d houses do not read the updates of other communities', async (count) => {
    const site = await routesWith(database, { [willows]: count, [lake]: 500 });
    const { store } = site.monitor.ports;
    await site.add(willows);
    await site.add(lake);
    await site.processAll();
    site.monitor.clock.ms += 10 * minute;
    const quiet = (await store.listResblocks()).filter(({ resblockId }) => resblockId === willows);
    const packs = housePacks(site.monitor.ports);
    await packs.list(quiet, { withTexts: false });
    database.takeCapacity();
    expect((await packs.list(quiet, { withTexts: false }))[0]?.houses.size).toBe(count);
    const units = database.takeCapacity().map(({ CapacityUnits = 0 }) => CapacityUnits);
    expect(units).toHaveLength(1);
    expect(units[0]).toBeLessThan(3);
  });

  it('have a house that the site has moved to another community only there', async () => {
    const { monitor, processAll, add, store } = await packed();
    monitor.answers.set(lake, pagesOf(lake, housesOf(lake, 2)));
    await add(lake);
    await processAll();
    monitor.clock.ms += 2 * minute;
    const communities = await store.listResblocks();
    const packs = housePacks(monitor.ports);
    const countsIn = async (from = packs) => {
      const read = communities.map((each) => ({ ...each, ...(each.resblockId === lake && { lastReadAtMs }) }));
      const lists = await from.list(read, { withTexts: false });
      return [willows, lake].map((id) => lists.find(({ resblockId }) => resblockId === id)?.houses.size);
    };
    let lastReadAtMs = communities.find(({ resblockId }) => resblockId === lake)?.lastReadAtMs ?? 0;
    expect(await countsIn()).toEqual([3, 2]);

    const [one, two] = await store.findHouses([1, 2].map((house) => rowOf(willows, house).houseId));
    if (!one || !two) throw new Error('two houses');
    monitor.clock.ms += 5 * minute;
    // A price that changes with the community is an update. Without one, the next reading of the other community shows the move.
    const cheaper = listedVersion({ ...one, resblockId: lake, price: 7 }, one, new Date(monitor.clock.ms));
    await store.putHouse({ before: one, after: cheaper });
    await store.putHouse({ before: two, after: { ...two, resblockId: lake } });
    const former = communities.filter(({ resblockId }) => resblockId === willows);
    for (const instance of [packs, housePacks(monitor.ports)])
      expect((await instance.list(former, { withTexts: false }))[0]?.houses.size).toBe(2);
    expect(await countsIn()).toEqual([2, 3]);
    lastReadAtMs = monitor.clock.ms;
    monitor.clock.ms += 2 * minute;
    for (const instance of [packs, housePacks(monitor.ports)]) expect(await countsIn(instance)).toEqual([1, 4]);
  });

  it('are ignored when their parts are of two builds', async () => {
    const { monitor, store, look } = await packed();
    monitor.clock.ms += 2 * minute;
    const parts = [new Uint8Array([1]), new Uint8Array([2])];
    await store.putPack(willows, 'HOUSES', { builtAtMs: 5, buildId: 'one', parts });
    await store.putPack(willows, 'HOUSES', { builtAtMs: 6, buildId: 'two', parts: parts.slice(0, 1) });
    expect((await store.findPacks([willows], 'HOUSES')).size).toBe(1);
    await store.putPack(willows, 'HOUSES', { builtAtMs: 7, buildId: 'three', parts });
    await monitor.put({
      pk: `PACK#${willows}`,
      sk: 'HOUSES#001',
      index: 1,
      count: 2,
      builtAtMs: 8,
      buildId: 'four',
      data: parts[0],
    });
    expect((await store.findPacks([willows], 'HOUSES')).size).toBe(0);
    monitor.clock.ms += minute;
    expect((await look()).prices).toEqual([501, 502, 503]);
  });
});

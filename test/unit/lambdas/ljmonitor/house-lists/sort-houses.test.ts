import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { priceDropOf } from 'shared-types/rules/house';
import { type HouseOrder, houseOrders, placeOf } from 'shared-types/rules/monitor/house-orders';
import type { House } from 'shared-types/contract/ljmonitor';
import { ann, bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pagesOf } from '../support/pages.ts';
import { type Database, startMonitorDatabase } from '../support/monitor-environment.ts';

let database: Database;
let site: Awaited<ReturnType<typeof sortedSite>>;
beforeAll(async () => {
  database = await startMonitorDatabase();
  site = await sortedSite();
});
afterAll(() => database.stop());

const priceAt = (index: number) => 100 + ((index * 37) % 50);
const isUnpriced = (index: number) => index % 13 === 5;
const unitPriceAt = (index: number) => (index % 9 === 0 ? 0 : 40_000 + ((index * 7919) % 3000));

const factsAt = (index: number) =>
  `${1 + (index % 4)}室1厅 | ${50 + index}平米 | ${index % 2 ? '南 北' : '东'} | ${index % 3 ? '低楼层' : '顶层'}(共6层) | ${1980 + index}年建`;

/** Creates two communities with 50 and 20 houses. Some prices have changed, and one house is removed. */
async function sortedSite() {
  const made = await routesWith(database, {}, { removalGapMs: 0 });
  const { monitor, routes, processAll } = made;
  const show = (change: (index: number) => number, lakeHouses = 50) => {
    for (const [id, count] of [
      [lake, lakeHouses],
      [willows, 20],
    ] as const) {
      const rows = housesOf(id, count).map((row, index) => ({
        ...row,
        price: isUnpriced(index) ? null : priceAt(index) + change(index),
        unitPrice: unitPriceAt(index),
        description: index % 11 === 0 ? '车位' : factsAt(index),
        title: index === 8 ? '南北通透 双阳台' : row.title,
      }));
      monitor.answers.set(id, pagesOf(id, rows));
    }
  };
  const refreshed = async () => {
    monitor.clock.ms += 3_600_000;
    await routes.refreshAllHouses(nothing);
    await processAll();
  };
  show(() => 0);
  await made.add(lake);
  await processAll();
  monitor.clock.ms += 1000;
  await made.add(willows);
  await processAll();
  show((index) => (index % 5 === 0 ? -index / 4 : index % 7 === 0 ? 3 : 0), 49);
  await refreshed();
  await refreshed();
  return made;
}

type Query = Omit<Parameters<typeof site.routes.listSortedHouses>[0]['query'], 'order'>;
const page = (order: HouseOrder, query: Query = {}, user = ann) =>
  site.routes.listSortedHouses({ ...nothing, query: { order, ...query }, user });

/** Reads all pages as a browser does. */
async function all(order: HouseOrder, query: Query = {}): Promise<House[]> {
  const houses: House[] = [];
  for (;;) {
    const last = houses.at(-1);
    const from = last && {
      fromPlace: placeOf(order, last),
      fromHouseId: last.houseId,
    };
    const next = await page(order, { ...query, ...from });
    houses.push(...next.houses);
    if (next.left === 0) return houses;
  }
}

const factsOf = async (query: Query) => (await all('area', query)).map(({ facts }) => facts);

describe('listSortedHouses', () => {
  it.each(houseOrders)('lists all houses once by %s, thirty per page', async (order) => {
    expect(await page(order)).toMatchObject({ houses: { length: 30 }, matches: 70, left: 40 });
    const houses = await all(order);
    expect(new Set(houses.map(({ houseId }) => houseId)).size).toBe(70);
    const places = houses.map((house) => placeOf(order, house));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(places).size).toBeGreaterThan(1);
  });

  it('starts with the cheapest, the newest, or the largest drop', async () => {
    const [cheapest] = (await page('price')).houses;
    const every = await all('-createTime');
    expect(cheapest?.price).toBe(Math.min(...every.map(({ price }) => price ?? Infinity)));
    expect(every[0]?.resblockId).toBe(willows);
    const [fell] = (await page('-drop')).houses;
    expect(fell).toMatchObject({ price: priceAt(45) - 45 / 4 });
    expect(fell && priceDropOf(fell)).toBe(11.25);
  });

  it('ends with houses whose price the site does not show, and finds them in no range of prices', async () => {
    for (const order of ['price', '-price'] as const) {
      const unpriced = (await all(order)).map(({ price }) => price === null);
      expect(unpriced).toEqual(unpriced.toSorted((one, other) => Number(one) - Number(other)));
      expect(unpriced.filter(Boolean)).toHaveLength(6);
    }
    expect(await all('price', { minPrice: 0 })).toHaveLength(64);
    expect(await all('price', { maxPrice: 1e6 })).toHaveLength(64);
  });

  it('ends with houses of unknown unit price', async () => {
    for (const order of ['unitPrice', '-unitPrice'] as const) {
      const houses = await all(order);
      const unknown = houses.filter(({ unitPrice }) => unitPrice === 0).length;
      expect(unknown).toBeGreaterThan(0);
      expect(houses.slice(-unknown).every(({ unitPrice }) => unitPrice === 0)).toBe(true);
    }
  });

  it('filters by community, price, unit price and removal', async () => {
    const few = await all('price', { resblockIds: [willows, '1199027309999'] });
    expect([...new Set(few.map(({ resblockId }) => resblockId))]).toEqual([willows]);
    expect(few).toHaveLength(20);
    const between = await all('price', { minPrice: 110, maxPrice: 120 });
    expect(between.length).toBeGreaterThan(0);
    expect(between.every(({ price }) => price !== null && price >= 110 && price <= 120)).toBe(true);
    const dear = await all('price', { minUnitPrice: 41_000 });
    expect(dear.every(({ unitPrice }) => unitPrice >= 41_000)).toBe(true);
    const cheap = await all('price', { maxUnitPrice: 41_000 });
    expect(cheap.every(({ unitPrice }) => unitPrice > 0)).toBe(true);
    const onOffer = await all('price', { onOffer: 'true' });
    expect((await all('price', { onOffer: 'false' })).length - onOffer.length).toBe(1);
    expect(onOffer.some(({ removed }) => removed)).toBe(false);
    expect(await all('price', { resblockIds: ['1199027309999'] })).toEqual([]);
  });

  it('ends with houses that do not tell the fact they are sorted by', async () => {
    for (const order of ['area', '-area', '-rooms', '-floor', '-year', 'year'] as const) {
      const unknown = (await all(order)).map(({ facts }) => Object.keys(facts).length === 0);
      expect(unknown).toEqual(unknown.toSorted((one, other) => Number(one) - Number(other)));
      expect(unknown).toContain(true);
    }
  });

  it('filters by the facts of a house', async () => {
    const small = await factsOf({ maxArea: 59, minRooms: 3, minYear: 1985 });
    expect(small.map(({ area }) => area)).toEqual([56, 56, 57, 57, 59, 59].filter((area) => (area - 50) % 4 >= 2));
    expect((await factsOf({ minRooms: 2, maxRooms: 2 })).every(({ rooms }) => rooms === 2)).toBe(true);
    expect((await factsOf({ facing: '北' })).every(({ facing }) => facing?.includes('北'))).toBe(true);
    expect((await factsOf({ facing: '北' })).length).toBeGreaterThan(20);
    expect(new Set((await factsOf({ floor: '顶层', maxYear: 1999 })).map(({ floor }) => floor))).toEqual(
      new Set(['顶层']),
    );
  });

  it.each([
    ['双阳台', 2],
    ['双阳台 willow', 2],
    ['双阳台 north bridge', 2],
    ['北通透　近地铁', 2],
    ['双阳台 三居', 0],
    ['南北通透近地铁', 2],
    ['双阳台三居室', 0],
    ['ｈｏｕｓｅ 49 地铁', 1],
  ])('finds the houses with the words %j', async (text, count) => {
    const houses = await all('-updateTime', { text });
    expect(houses).toHaveLength(count);
  });

  it('shows the marks of the user who asks', async () => {
    const [house] = (await page('price')).houses;
    if (!house) throw new Error('no house');
    await site.routes.markHouseRead({ ...nothing, params: { houseId: house.houseId } });
    expect((await page('price')).houses[0]?.readTime).not.toBeNull();
    expect((await page('price', {}, bob)).houses[0]?.readTime).toBeNull();
  });

  it('continues after a house that has moved', async () => {
    const [first] = (await page('price')).houses;
    if (!first?.price) throw new Error('no house with a price');
    const from = { fromPlace: first.price, fromHouseId: '000000' };
    expect((await page('price', from)).houses.some(({ houseId }) => houseId === first.houseId)).toBe(true);
  });
});

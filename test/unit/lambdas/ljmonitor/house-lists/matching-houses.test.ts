import { beforeEach, describe, expect, it } from '@jest/globals';
import { placeOf } from 'shared-types/rules/monitor/house-orders';
import { dayMs, hourMs } from 'shared-types/rules/time';
import { ann, bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();
const id = (house: number, community = willows) => rowOf(community, house).houseId;

/** Two communities with 40 and 3 houses. House 7 of the first became cheaper an hour after it was found, and house 41 came. */
async function changedSite() {
  const site = await routesWith(database, { [willows]: 40, [lake]: 3 });
  const { monitor, routes, processAll } = site;
  for (const resblockId of [willows, lake]) await site.add(resblockId);
  await processAll();
  const refreshWith = async (rows: ReturnType<typeof housesOf>) => {
    monitor.clock.ms += hourMs;
    monitor.answers.set(willows, pagesOf(willows, rows));
    await routes.refreshAllHouses(nothing);
    await processAll();
  };
  // The second reading proves that the first one has shown every house.
  await refreshWith(housesOf(willows, 40));
  const since = monitor.clock.ms;
  await refreshWith(housesOf(willows, 41).map((row, index) => (index === 6 ? { ...row, price: 9 } : row)));
  monitor.clock.ms += 1000;
  return { ...site, refreshWith, since };
}

let site: Awaited<ReturnType<typeof changedSite>>;
beforeEach(async () => {
  site = await changedSite();
});

type Query = Omit<Parameters<typeof site.routes.listSortedHouses>[0]['query'], 'order'>;
const page = (query: Query, user = ann) =>
  site.routes.listSortedHouses({ ...nothing, query: { order: '-updateTime', ...query }, user });
const found = async (query: Query, user = ann) => {
  const { houses, matches } = await page(query, user);
  return { ids: houses.map(({ houseId }) => houseId).toSorted(), matches };
};
const flag = (houseId: string, body: { starred?: boolean; hidden?: boolean }) =>
  site.routes.setHouseFlags({ ...nothing, params: { houseId }, body });
const markRead = (...houseIdList: string[]) => site.routes.markHousesRead({ ...nothing, body: { houseIdList } });

it('a list of named houses has these, read or not, of any community, and no hidden ones', async () => {
  await markRead(id(1));
  await flag(id(2), { hidden: true });
  const houseIds = [id(1), id(2), id(2, lake), '999999'];
  expect(await found({ houseIds })).toEqual({ ids: [id(1), id(2, lake)].toSorted(), matches: 2 });
});

describe('the houses of a list that only has unread ones', () => {
  it('are counted on its first page, for each user', async () => {
    await markRead(id(1), id(2), id(3, lake));
    expect(await page({ unread: 'true' })).toMatchObject({ houses: { length: 30 }, matches: 41, left: 11 });
    expect(await page({ unread: 'true' }, bob)).toMatchObject({ matches: 44 });
    expect(await page({ unread: 'false' })).toMatchObject({ matches: 44 });
    expect(await found({ unread: 'true', resblockIds: [lake] })).toEqual({
      ids: [id(1, lake), id(2, lake)],
      matches: 2,
    });
  });

  it('leave out those that a mark of their community covers, until they change', async () => {
    const { routes, since } = site;
    await routes.markResblockRead({ ...nothing, params: { resblockId: willows }, body: { asOf: since } });
    expect(await found({ unread: 'true', resblockIds: [willows] })).toEqual({
      ids: [id(41), id(7)].toSorted(),
      matches: 2,
    });
  });

  it('have the chosen kind of news', async () => {
    expect(await found({ news: 'cheaper' })).toEqual({ ids: [id(7)], matches: 1 });
    expect(await page({ news: 'new' })).toMatchObject({ matches: 44 });
    await markRead(id(7));
    expect(await found({ news: 'cheaper' })).toEqual({ ids: [], matches: 0 });
  });

  it('have changed since a time, with the news since then', async () => {
    const { since } = site;
    expect(await found({ since })).toEqual({ ids: [id(41), id(7)].toSorted(), matches: 2 });
    expect(await found({ since, news: 'new' })).toEqual({ ids: [id(41)], matches: 1 });
    expect(await found({ since, news: 'cheaper', maxPrice: 8 })).toEqual({ ids: [], matches: 0 });
  });

  it('go on after a house that has been read meanwhile', async () => {
    const first = await page({ unread: 'true' });
    const last = first.houses.at(-1);
    if (!last) throw new Error('a house');
    await markRead(...first.houses.map(({ houseId }) => houseId));
    const rest = await page({
      unread: 'true',
      fromPlace: placeOf('-updateTime', last),
      fromHouseId: last.houseId,
    });
    expect(rest).toMatchObject({ matches: 14, left: 0 });
    expect(rest.houses).toHaveLength(14);
  });
});

describe('the houses of a list with a flag', () => {
  it('are the starred ones that are not hidden, or the hidden ones, in any order and with any filter', async () => {
    for (const house of [1, 2, 3]) await flag(id(house), { starred: true });
    await flag(id(3), { hidden: true });
    expect(await found({ choice: 'starred' })).toEqual({ ids: [id(1), id(2)], matches: 2 });
    expect(await found({ choice: 'hidden' })).toEqual({ ids: [id(3)], matches: 1 });
    expect(await found({ choice: 'starred', minPrice: 502 })).toEqual({ ids: [id(2)], matches: 1 });
    expect(await found({ choice: 'starred' }, bob)).toEqual({ ids: [], matches: 0 });
    await markRead(id(1));
    expect(await found({ choice: 'starred', unread: 'true' })).toEqual({ ids: [id(2)], matches: 1 });
    expect(await found({ choice: 'hidden', unread: 'true' })).toEqual({ ids: [], matches: 0 });
  });
});

describe('the days on offer', () => {
  it('count from the first listing, and end with the removal', async () => {
    const { monitor, refreshWith } = site;
    monitor.clock.ms += 10 * dayMs;
    const all = { resblockIds: [willows] };
    expect(await page({ ...all, minDays: 10 })).toMatchObject({ matches: 41 });
    expect(await page({ ...all, minDays: 11 })).toMatchObject({ matches: 0 });
    for (let reading = 0; reading < 2; reading += 1)
      await refreshWith(housesOf(willows, 41).filter(({ houseId }) => houseId !== id(5)));
    monitor.clock.ms += 10 * dayMs;
    expect(await found({ ...all, maxDays: 10 })).toEqual({ ids: [id(5)], matches: 1 });
    expect(await page({ ...all, minDays: 20 })).toMatchObject({ matches: 40 });
    expect(await page({ ...all, minDays: 20, maxDays: 20, onOffer: 'true' })).toMatchObject({ matches: 40 });
  });
});

describe('the change of a house', () => {
  it('is asked for of houses that are read, too, and of hidden ones in their list', async () => {
    const { monitor, refreshWith } = site;
    monitor.clock.ms += 10 * dayMs;
    const prices = new Map([
      [id(7), 9],
      [id(8), 8],
      [id(9), 8],
    ]);
    await refreshWith(housesOf(willows, 42).map((row) => ({ ...row, price: prices.get(row.houseId) ?? row.price })));
    monitor.clock.ms += 2 * dayMs;
    await markRead(id(7), id(8), id(42));
    await flag(id(9), { hidden: true });
    expect(await found({ change: 'cheaper', changedWithinDays: 7 })).toEqual({ ids: [id(8)], matches: 1 });
    expect(await found({ change: 'cheaper' })).toEqual({ ids: [id(7), id(8)], matches: 2 });
    expect(await found({ change: 'new', changedWithinDays: 7 })).toEqual({ ids: [id(42)], matches: 1 });
    expect(await found({ changedWithinDays: 7 })).toEqual({ ids: [id(42), id(8)].toSorted(), matches: 2 });
    expect(await found({ changedWithinDays: 7, unread: 'true' })).toEqual({ ids: [], matches: 0 });
    expect(await found({ change: 'cheaper', choice: 'hidden' })).toEqual({ ids: [id(9)], matches: 1 });
    expect(await page({ changedWithinDays: 1 })).toMatchObject({ matches: 0 });
    expect(await page({ changedWithinDays: 7, resblockIds: [lake] })).toMatchObject({ matches: 0 });
  });
});

describe('the search', () => {
  it('finds the words of a note, of its writer only', async () => {
    await site.routes.saveNote({
      ...nothing,
      params: { houseId: id(5) },
      body: { note: 'Ｃall Mr. 王 on Monday', was: '' },
    });
    expect(await found({ text: 'call 王' })).toEqual({ ids: [id(5)], matches: 1 });
    expect(await found({ text: 'call house 5' })).toEqual({ ids: [id(5)], matches: 1 });
    expect(await found({ text: 'call 王' }, bob)).toEqual({ ids: [], matches: 0 });
    expect((await page({ text: 'call' })).houses[0]?.note).toBe('Ｃall Mr. 王 on Monday');
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ann, bob, nothing, siteWith, willows } from './routes-world.ts';
import { housesOf, pagesOf, rowOf } from './site/pages.ts';
import { type Database, startDatabase } from './world.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const id = (house: number) => rowOf(willows, house).houseId;

async function siteRead(count: number) {
  const site = await siteWith(database, { [willows]: count });
  await site.add(willows);
  await site.settle();
  site.world.clock.ms += 1000;
  const { routes } = site;
  return {
    ...site,
    choose: (house: number, body: { starred?: boolean; hidden?: boolean }, user = ann) =>
      routes.chooseHouse({ ...nothing, params: { houseId: id(house) }, body, user }),
    chosen: async (choice: 'starred' | 'hidden', user = ann) =>
      (await routes.listChosenHouses({ ...nothing, query: { choice }, user })).map(({ houseId }) => houseId),
    sorted: async () =>
      (await routes.listSortedHouses({ ...nothing, query: { order: 'price' } })).map(({ houseId }) => houseId),
  };
}

describe('starring a house', () => {
  it('keeps it in a list of its own, of this person', async () => {
    const { choose, chosen, list } = await siteRead(3);
    expect(await choose(2, { starred: true })).toMatchObject({ starred: true, hidden: false, readTime: null });
    await choose(2, { starred: true });
    expect(await chosen('starred')).toEqual([id(2)]);
    expect((await list()).filter(({ starred }) => starred).map(({ houseId }) => houseId)).toEqual([id(2)]);
    expect(await chosen('starred', bob)).toEqual([]);
    expect(await choose(2, { starred: false })).toMatchObject({ starred: false });
    expect(await chosen('starred')).toEqual([]);
  });

  it('of what does not exist is refused', async () => {
    const { routes } = await siteRead(1);
    const params = { houseId: '999999999999' };
    await expect(routes.chooseHouse({ ...nothing, params, body: { starred: true } })).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  it('leaves its list with its community', async () => {
    const { choose, chosen, remove } = await siteRead(2);
    await choose(1, { starred: true });
    await remove(willows);
    expect(await chosen('starred')).toEqual([]);
  });
});

describe('hiding a house', () => {
  it('takes it out of every list and count of this person, until it is shown again', async () => {
    const { choose, chosen, list, sorted, routes } = await siteRead(3);
    await choose(1, { starred: true });
    expect(await choose(1, { hidden: true })).toMatchObject({ starred: true, hidden: true });
    expect((await list()).map(({ houseId }) => houseId).toSorted()).toEqual([id(2), id(3)]);
    expect(await sorted()).toEqual([id(2), id(3)]);
    expect(await chosen('starred')).toEqual([]);
    expect(await chosen('hidden')).toEqual([id(1)]);
    expect(await routes.getSummary(nothing)).toMatchObject({ unread: 2, unreadByResblock: [{ unread: 2 }] });
    expect(await list({}, bob)).toHaveLength(3);
    await choose(1, { hidden: false });
    expect(await list()).toHaveLength(3);
    expect(await chosen('starred')).toEqual([id(1)]);
  });

  it('leaves no empty page before the end of the list', async () => {
    const { choose, list } = await siteRead(35);
    const first = await list();
    for (const { houseId } of first) await choose(Number(houseId.slice(-3)), { hidden: true });
    const shown = await list();
    expect(shown).toHaveLength(5);
    const last = shown.at(-1);
    expect(await list({ fromUpdateTime: last?.updateTime, fromHouseId: last?.houseId })).toEqual([]);
  });

  it('keeps it out of the mail when it is the owner who hides it', async () => {
    const { choose, world, routes, settle } = await siteRead(3);
    const cheaper = async (price: number) => {
      world.clock.ms += 3_600_000;
      const rows = housesOf(willows, 3).map((row) => ({ ...row, price }));
      world.answers.set(willows, pagesOf(willows, rows));
      await routes.refreshAllHouses(nothing);
      await settle();
      return world.mails.at(-1)?.subject;
    };
    await choose(1, { hidden: true });
    await choose(2, { hidden: true }, bob);
    expect(await cheaper(9)).toBe('LJMonitor: 2 cheaper');
    await choose(1, { hidden: false });
    expect(await cheaper(8)).toBe('LJMonitor: 3 cheaper');
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import { ann, bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { type Database, startMonitorDatabase } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startMonitorDatabase();
});
afterAll(() => database.stop());

/** Two communities, read completely and new to everybody. */
async function siteRead() {
  const site = await routesWith(database, { [willows]: 40, [lake]: 3 });
  for (const resblockId of [willows, lake]) await site.add(resblockId);
  await site.settle();
  site.monitor.clock.ms += 1000;
  const { routes, monitor } = site;
  const params = { resblockId: willows };
  return {
    ...site,
    unread: async (user = ann) =>
      Object.fromEntries(
        (await routes.getSummary({ ...nothing, user })).unreadByResblock.map((each) => [each.resblockId, each]),
      ),
    read: (asOf: number) => routes.markResblockRead({ ...nothing, params, body: { asOf } }),
    takeBack: (asOf: number) => routes.undoMarkResblockRead({ ...nothing, params, query: { asOf } }),
    change: async (house: number, price: number) => {
      const rows = housesOf(willows, 40).map((row, index) => (index === house ? { ...row, price } : row));
      monitor.answers.set(willows, pagesOf(willows, rows));
      await routes.refreshAllHouses(nothing);
      await site.settle();
    },
  };
}

describe('the mark of a community', () => {
  it('reads all that was counted, of this community and for this person, with one row', async () => {
    const { read, unread, list, monitor } = await siteRead();
    const counted = (await unread())[willows];
    expect(counted).toMatchObject({ unread: 40 });
    await read(counted?.asOf ?? 0);
    expect(Object.keys(await unread())).toEqual([lake]);
    expect(Object.keys(await unread(bob))).toHaveLength(2);
    const shown = await list();
    expect(shown.filter(isUnread).every(({ resblockId }) => resblockId === lake)).toBe(true);
    expect(shown.filter((house) => !isUnread(house)).length).toBeGreaterThan(0);
    expect((await monitor.rows()).filter(({ pk }) => pk === `READ#${ann.userId}`)).toHaveLength(1);
  });

  it('leaves unread what changed after the count, until that is read itself', async () => {
    const { read, unread, list, change, routes } = await siteRead();
    const asOf = (await unread())[willows]?.asOf ?? 0;
    await change(7, 9);
    await read(asOf);
    expect((await unread())[willows]).toMatchObject({ unread: 1 });
    const changed = (await list()).find(({ resblockId, price }) => resblockId === willows && price === 9);
    expect(changed && isUnread(changed)).toBe(true);
    const params = { houseId: changed?.houseId ?? '' };
    expect(isUnread(await routes.markHouseRead({ ...nothing, params }))).toBe(false);
    expect((await unread())[willows]).toBeUndefined();
    expect(isUnread(await routes.markHouseUnread({ ...nothing, params }))).toBe(true);
  });

  it('is taken back to what it was before, however often that is said', async () => {
    const { read, takeBack, unread, change, monitor } = await siteRead();
    await takeBack(1);
    const first = (await unread())[willows]?.asOf ?? 0;
    for (let times = 0; times < 2; times++) await read(first);
    monitor.clock.ms += 1000;
    await change(7, 9);
    const second = (await unread())[willows]?.asOf ?? 0;
    expect(second).toBeGreaterThan(first);
    for (let times = 0; times < 2; times++) await read(second);
    // A page that was left open takes back what it made itself, and that is no longer there.
    await takeBack(first);
    expect((await unread())[willows]).toBeUndefined();
    for (let times = 0; times < 2; times++) await takeBack(second);
    expect((await unread())[willows]).toMatchObject({ unread: 1, asOf: second });
  });

  it('covers nothing that is yet to come, and no house can be taken out of it', async () => {
    const { read, unread, change, monitor, routes } = await siteRead();
    await read(monitor.clock.ms + 1e9);
    expect((await unread())[willows]).toBeUndefined();
    const params = { houseId: rowOf(willows, 3).houseId };
    expect(isUnread(await routes.markHouseUnread({ ...nothing, params }))).toBe(false);
    monitor.clock.ms += 1000;
    await change(7, 9);
    expect((await unread())[willows]).toMatchObject({ unread: 1 });
  });

  it('is refused for a community that is not tracked', async () => {
    const { routes } = await siteRead();
    const params = { resblockId: '1199027300199' };
    await expect(routes.markResblockRead({ ...nothing, params, body: { asOf: 1 } })).rejects.toMatchObject({
      code: 'notFound',
    });
  });
});

const id = (house: number) => rowOf(willows, house).houseId;

async function siteOf(count: number) {
  const site = await routesWith(database, { [willows]: count });
  await site.add(willows);
  await site.settle();
  site.monitor.clock.ms += 1000;
  const { routes } = site;
  return {
    ...site,
    choose: (house: number, body: { starred?: boolean; hidden?: boolean }, user = ann) =>
      routes.setHouseFlags({ ...nothing, params: { houseId: id(house) }, body, user }),
    chosen: async (choice: 'starred' | 'hidden', user = ann) =>
      (await routes.listFlaggedHouses({ ...nothing, query: { choice }, user })).map(({ houseId }) => houseId),
    sorted: async () =>
      (await routes.listSortedHouses({ ...nothing, query: { order: 'price' } })).map(({ houseId }) => houseId),
  };
}

describe('starring a house', () => {
  it('keeps it in a list of its own, of this person', async () => {
    const { choose, chosen, list } = await siteOf(3);
    expect(await choose(2, { starred: true })).toMatchObject({ starred: true, hidden: false, readTime: null });
    await choose(2, { starred: true });
    expect(await chosen('starred')).toEqual([id(2)]);
    expect((await list()).filter(({ starred }) => starred).map(({ houseId }) => houseId)).toEqual([id(2)]);
    expect(await chosen('starred', bob)).toEqual([]);
    expect(await choose(2, { starred: false })).toMatchObject({ starred: false });
    expect(await chosen('starred')).toEqual([]);
  });

  it('of what does not exist is refused', async () => {
    const { routes } = await siteOf(1);
    const params = { houseId: '999999999999' };
    await expect(routes.setHouseFlags({ ...nothing, params, body: { starred: true } })).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  it('leaves its list with its community, and comes back with it', async () => {
    const { choose, chosen, remove, add } = await siteOf(2);
    await choose(1, { starred: true });
    await remove(willows);
    expect(await chosen('starred')).toEqual([]);
    await add(willows);
    expect(await chosen('starred')).toEqual([id(1)]);
  });
});

describe('one house more than can be chosen', () => {
  const most = Array.from({ length: 500 }, (_, index) => id(index + 1));

  it('is refused, unless it is chosen already', async () => {
    const { choose, chosen, monitor } = await siteOf(501);
    await monitor.put({ pk: `READ#${bob.userId}`, sk: 'CHOICES', starred: new Set(most) });
    await choose(500, { starred: true }, bob);
    await expect(choose(501, { starred: true }, bob)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can star at most 500 houses. Remove a star first.',
    });
    expect(await chosen('starred', bob)).toHaveLength(500);
    await choose(500, { starred: false }, bob);
    expect(await choose(501, { starred: true }, bob)).toMatchObject({ starred: true });
  });

  it('takes the place of those that no list shows, as their communities are gone', async () => {
    const { choose, chosen, monitor } = await siteOf(2);
    // The owner's, once more for the mail: there may be more of them, of an owner before.
    await monitor.put({ pk: `READ#${ann.userId}`, sk: 'CHOICES', hidden: new Set([id(1), ...most.slice(2), id(998)]) });
    await monitor.put({ pk: 'READ#OWNER', sk: 'CHOICES', hidden: new Set([...most, id(997), id(998)]) });
    expect(await choose(2, { hidden: true })).toMatchObject({ hidden: true });
    expect((await chosen('hidden')).toSorted()).toEqual([id(1), id(2)]);
    const kept = (await monitor.rows()).find(({ pk }) => pk === `READ#${ann.userId}`);
    expect(kept?.['hidden']).toEqual(new Set([id(1), id(2)]));
  });
});

describe('hiding a house', () => {
  it('takes it out of every list and count of this person, until it is shown again', async () => {
    const { choose, chosen, list, sorted, routes } = await siteOf(3);
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
    const { choose, list } = await siteOf(35);
    const first = await list();
    for (const { houseId } of first) await choose(Number(houseId.slice(-3)), { hidden: true });
    const shown = await list();
    expect(shown).toHaveLength(5);
    const last = shown.at(-1);
    expect(await list({ fromUpdateTime: last?.updateTime, fromHouseId: last?.houseId })).toEqual([]);
  });

  it('keeps it out of the mail when it is the owner who hides it', async () => {
    const { choose, monitor, routes, settle } = await siteOf(3);
    const cheaper = async (price: number) => {
      monitor.clock.ms += 3_600_000;
      const rows = housesOf(willows, 3).map((row) => ({ ...row, price }));
      monitor.answers.set(willows, pagesOf(willows, rows));
      await routes.refreshAllHouses(nothing);
      await settle();
      return monitor.mails.at(-1)?.subject;
    };
    await choose(1, { hidden: true });
    await choose(2, { hidden: true }, bob);
    expect(await cheaper(9)).toBe('LJMonitor: 2 cheaper');
    await choose(1, { hidden: false });
    expect(await cheaper(8)).toBe('LJMonitor: 3 cheaper');
  });
});

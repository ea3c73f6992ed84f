import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import { ann, bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

/** Creates two communities that are read completely and unread by every user. */
async function siteRead() {
  const site = await routesWith(database, { [willows]: 40, [lake]: 3 });
  for (const resblockId of [willows, lake]) await site.add(resblockId);
  await site.processAll();
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
    undo: (asOf: number) => routes.undoMarkResblockRead({ ...nothing, params, query: { asOf } }),
    change: async (house: number, price: number) => {
      const rows = housesOf(willows, 40).map((row, index) => (index === house ? { ...row, price } : row));
      monitor.answers.set(willows, pagesOf(willows, rows));
      await routes.refreshAllHouses(nothing);
      await site.processAll();
    },
  };
}

/** A community that is added, and that a user may begin as read. */
async function willowsAdded() {
  const site = await routesWith(database, { [willows]: 40 });
  await site.add(willows);
  const begin = (asRead: boolean) =>
    site.routes.beginResblock({ ...nothing, params: { resblockId: willows }, body: { asRead } });
  const refreshWith = async (rows: ReturnType<typeof housesOf>) => {
    site.monitor.clock.ms += 86_400_000;
    site.monitor.answers.set(willows, pagesOf(willows, rows));
    await site.routes.refreshAllHouses(nothing);
    await site.processAll();
  };
  const summary = async (user = ann) => (await site.routes.getSummary({ ...nothing, user })).unreadByResblock;
  return { ...site, begin, refreshWith, summary };
}

describe('a community that a user begins as read', () => {
  it('has no unread house of its first reading, also of pages that are read later, for this user', async () => {
    const { begin, processAll, summary, list } = await willowsAdded();
    await begin(true);
    await processAll();
    expect(await summary()).toEqual([]);
    expect(await summary(bob)).toMatchObject([{ unread: 40 }]);
    const shown = await list();
    expect(shown).toHaveLength(30);
    expect(shown.some(isUnread)).toBe(false);
  });

  it('has the houses that change later, and those that come later', async () => {
    const { begin, processAll, refreshWith, summary, list } = await willowsAdded();
    await begin(true);
    await processAll();
    const rows = housesOf(willows, 41);
    // The second reading proves that the first one has shown every house.
    await refreshWith(rows.slice(0, 40));
    await refreshWith(rows.map((row, index) => (index === 3 ? { ...row, price: 9 } : row)));
    expect(await summary()).toMatchObject([{ unread: 2, news: { cheaper: 1, new: 1 } }]);
    const unread = (await list()).filter(isUnread).map(({ houseId }) => houseId);
    expect(new Set(unread)).toEqual(new Set([rows[3]?.houseId, rows[40]?.houseId]));
  });

  it('has them all again when the user takes it back', async () => {
    const { begin, processAll, summary } = await willowsAdded();
    await processAll();
    for (let times = 0; times < 3; times++) await begin(true);
    expect(await summary()).toEqual([]);
    for (let times = 0; times < 3; times++) await begin(false);
    expect(await summary()).toMatchObject([{ unread: 40 }]);
  });

  it('is tracked', async () => {
    const { begin, remove } = await willowsAdded();
    await remove(willows);
    await expect(begin(true)).rejects.toMatchObject({ message: 'This community is not tracked.' });
  });
});

describe('the read mark of a community', () => {
  it('marks all counted houses read for this user, with one item', async () => {
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

  it('leaves houses unread that changed after the count', async () => {
    const { read, unread, list, change, routes } = await siteRead();
    const asOf = (await unread())[willows]?.asOf ?? 0;
    await change(7, 9);
    await read(asOf);
    expect((await unread())[willows]).toMatchObject({ unread: 1 });
    // Its first version was counted, so it is not new any more.
    expect((await unread())[willows]?.news).toEqual({ cheaper: 1 });
    const changed = (await list()).find(({ resblockId, price }) => resblockId === willows && price === 9);
    expect(changed && isUnread(changed)).toBe(true);
    const params = { houseId: changed?.houseId ?? '' };
    expect(isUnread(await routes.markHouseRead({ ...nothing, params }))).toBe(false);
    expect((await unread())[willows]).toBeUndefined();
    await routes.restoreReadTimes({ ...nothing, body: { houses: [{ ...params, readTime: null }] } });
    expect((await unread())[willows]).toMatchObject({ unread: 1 });
  });

  it('is restored to the mark before by idempotent undo calls', async () => {
    const { read, undo, unread, change, monitor } = await siteRead();
    await undo(1);
    const first = (await unread())[willows]?.asOf ?? 0;
    for (let times = 0; times < 2; times++) await read(first);
    monitor.clock.ms += 1000;
    await change(7, 9);
    const second = (await unread())[willows]?.asOf ?? 0;
    expect(second).toBeGreaterThan(first);
    for (let times = 0; times < 2; times++) await read(second);
    // An old page undoes its own mark, which a newer one has replaced.
    await undo(first);
    expect((await unread())[willows]).toBeUndefined();
    for (let times = 0; times < 2; times++) await undo(second);
    expect((await unread())[willows]).toMatchObject({ unread: 1, asOf: second });
  });

  it('covers no future update, and a single house cannot be taken out of it', async () => {
    const { read, unread, change, monitor, routes } = await siteRead();
    await read(monitor.clock.ms + 1e9);
    expect((await unread())[willows]).toBeUndefined();
    const params = { houseId: rowOf(willows, 3).houseId };
    await routes.restoreReadTimes({ ...nothing, body: { houses: [{ ...params, readTime: null }] } });
    expect((await unread())[willows]).toBeUndefined();
    monitor.clock.ms += 1000;
    await change(7, 9);
    expect((await unread())[willows]).toMatchObject({ unread: 1 });
  });

  it('fails for a community that is not tracked', async () => {
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
  await site.processAll();
  site.monitor.clock.ms += 1000;
  const { routes } = site;
  return {
    ...site,
    setFlags: (house: number, body: { starred?: boolean; hidden?: boolean }, user = ann) =>
      routes.setHouseFlags({ ...nothing, params: { houseId: id(house) }, body, user }),
    flagged: async (choice: 'starred' | 'hidden', user = ann) =>
      (await routes.listSortedHouses({ ...nothing, query: { order: '-updateTime', choice }, user })).houses.map(
        ({ houseId }) => houseId,
      ),
    sorted: async () =>
      (await routes.listSortedHouses({ ...nothing, query: { order: 'price' } })).houses.map(({ houseId }) => houseId),
  };
}

describe('starring a house', () => {
  it('lists it among the starred houses of this user', async () => {
    const { setFlags, flagged, list } = await siteOf(3);
    expect(await setFlags(2, { starred: true })).toMatchObject({ starred: true, hidden: false, readTime: null });
    await setFlags(2, { starred: true });
    expect(await flagged('starred')).toEqual([id(2)]);
    expect((await list()).filter(({ starred }) => starred).map(({ houseId }) => houseId)).toEqual([id(2)]);
    expect(await flagged('starred', bob)).toEqual([]);
    expect(await setFlags(2, { starred: false })).toMatchObject({ starred: false });
    expect(await flagged('starred')).toEqual([]);
  });

  it('fails for a house that does not exist', async () => {
    const { routes } = await siteOf(1);
    const params = { houseId: '999999999999' };
    await expect(routes.setHouseFlags({ ...nothing, params, body: { starred: true } })).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  it('is listed only while the community is tracked', async () => {
    const { setFlags, flagged, remove, add } = await siteOf(2);
    await setFlags(1, { starred: true });
    await remove(willows);
    expect(await flagged('starred')).toEqual([]);
    await add(willows);
    expect(await flagged('starred')).toEqual([id(1)]);
  });
});

describe('the limit of flagged houses', () => {
  const most = Array.from({ length: 500 }, (_, index) => id(index + 1));

  it('refuses the 501st house, but not one that is already flagged', async () => {
    const { setFlags, monitor, routes } = await siteOf(501);
    await monitor.put({ pk: `READ#${bob.userId}`, sk: 'FLAGS', starred: new Set(most) });
    await setFlags(500, { starred: true }, bob);
    await expect(setFlags(501, { starred: true }, bob)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can star at most 500 houses. Remove a star first.',
    });
    const query = { order: 'price', choice: 'starred' } as const;
    expect(await routes.listSortedHouses({ ...nothing, query, user: bob })).toMatchObject({ matches: 500 });
    await setFlags(500, { starred: false }, bob);
    expect(await setFlags(501, { starred: true }, bob)).toMatchObject({ starred: true });
  });

  it('is freed by houses of deleted communities', async () => {
    const { setFlags, flagged, monitor } = await siteOf(2);
    await monitor.put({ pk: `READ#${ann.userId}`, sk: 'FLAGS', hidden: new Set([id(1), ...most.slice(2), id(998)]) });
    expect(await setFlags(2, { hidden: true })).toMatchObject({ hidden: true });
    expect((await flagged('hidden')).toSorted()).toEqual([id(1), id(2)]);
    const kept = (await monitor.rows()).find(({ pk }) => pk === `READ#${ann.userId}`);
    expect(kept?.['hidden']).toEqual(new Set([id(1), id(2)]));
  });
});

describe('hiding a house', () => {
  it('removes it from every list and count of this user until it is shown again', async () => {
    const { setFlags, flagged, list, sorted, routes } = await siteOf(3);
    await setFlags(1, { starred: true });
    expect(await setFlags(1, { hidden: true })).toMatchObject({ starred: true, hidden: true });
    expect((await list()).map(({ houseId }) => houseId).toSorted()).toEqual([id(2), id(3)]);
    expect(await sorted()).toEqual([id(2), id(3)]);
    expect(await flagged('starred')).toEqual([]);
    expect(await flagged('hidden')).toEqual([id(1)]);
    expect(await routes.getSummary(nothing)).toMatchObject({ unread: 2, unreadByResblock: [{ unread: 2 }] });
    expect(await list({}, bob)).toHaveLength(3);
    await setFlags(1, { hidden: false });
    expect(await list()).toHaveLength(3);
    expect(await flagged('starred')).toEqual([id(1)]);
  });

  it('leaves no empty page before the end of the list', async () => {
    const { setFlags, list } = await siteOf(35);
    const first = await list();
    for (const { houseId } of first) await setFlags(Number(houseId.slice(-3)), { hidden: true });
    const shown = await list();
    expect(shown).toHaveLength(5);
    const last = shown.at(-1);
    expect(await list({ fromUpdateTime: last?.updateTime, fromHouseId: last?.houseId })).toEqual([]);
  });

  it('removes it from the news of this user only', async () => {
    const { setFlags, monitor, routes, processAll } = await siteOf(3);
    const cheaper = async (price: number) => {
      monitor.clock.ms += 3_600_000;
      const rows = housesOf(willows, 3).map((row) => ({ ...row, price }));
      monitor.answers.set(willows, pagesOf(willows, rows));
      await routes.refreshAllHouses(nothing);
      await processAll();
      const news = [...monitor.told.values()].at(-1);
      return news?.groups.flatMap(({ entries }) => entries).map(({ title, hiddenFrom }) => [title, hiddenFrom]);
    };
    await setFlags(1, { hidden: true });
    await setFlags(2, { hidden: true }, bob);
    expect((await cheaper(9))?.map(([, hiddenFrom]) => hiddenFrom)).toEqual(
      expect.arrayContaining([[ann.userId], [bob.userId], undefined]),
    );
    expect(monitor.mails.at(-1)?.subject).toBe('2 cheaper');
    await setFlags(1, { hidden: false });
    await cheaper(8);
    expect(monitor.mails.at(-1)?.subject).toBe('3 cheaper');
  });
});

describe('the notes on houses', () => {
  it('are read once for a list, and not at all for counts', async () => {
    const { monitor, routes } = await siteRead();
    const { store } = monitor.ports;
    monitor.clock.ms += 300_000;
    const list = (query: Partial<Parameters<typeof routes.listSortedHouses>[0]['query']>) => () =>
      routes.listSortedHouses({ ...nothing, query: { order: 'price', ...query } });
    const asked = [
      list({}),
      list({ text: 'house' }),
      list({ unread: 'true' }),
      list({ minPrice: 9999 }),
      () => routes.getSummary(nothing),
      () => routes.noteVisit(nothing),
      () => routes.getVisit(nothing),
    ];
    const unitsOfAll = async () => {
      const units: number[] = [];
      for (const ask of asked) {
        database.takeCapacity();
        await ask();
        units.push(database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0));
      }
      return units;
    };
    await unitsOfAll();
    const before = await unitsOfAll();
    // They take fifteen read units.
    for (let house = 1; house <= 80; house += 1)
      await store.putNote(ann.userId, id(house), { note: '安静'.repeat(250), was: '' });
    const added = (await unitsOfAll()).map((units, index) => Math.round(units - (before[index] ?? 0)));
    expect(added).toEqual([15, 15, 15, 0, 0, 0, 0]);
  });
});

describe('the note on a house', () => {
  it('is kept for one user, while the house is marked read and unread', async () => {
    const { routes, list } = await siteRead();
    const [house] = await list();
    const params = { houseId: house?.houseId ?? '' };
    const shownTo = async (user = ann) =>
      (await routes.listHouses({ ...nothing, query: {}, user })).find(({ houseId }) => houseId === params.houseId)
        ?.note;
    const save = (note: string, was: string) => routes.saveNote({ ...nothing, params, body: { note, was } });

    expect(await save('Call on Monday', '')).toMatchObject({ note: 'Call on Monday' });
    await routes.markHouseRead({ ...nothing, params });
    await routes.restoreReadTimes({ ...nothing, body: { houses: [{ ...params, readTime: null }] } });
    expect([await shownTo(), await shownTo(bob)]).toEqual(['Call on Monday', undefined]);

    await routes.restoreReadTimes({ ...nothing, body: { houses: [{ ...params, readTime: 1 }] } });
    expect(await shownTo()).toBe('Call on Monday');
    expect((await save('', 'Call on Monday')).note).toBeUndefined();
    expect(await shownTo()).toBeUndefined();
  });

  it('can be on 500 houses, and replaced there', async () => {
    const { monitor, routes } = await siteOf(501);
    const { store } = monitor.ports;
    const params = { houseId: id(501) };
    const write = (note: string, was: string) => routes.saveNote({ ...nothing, params, body: { note, was } });
    for (let house = 1; house <= 500; house += 1) await store.putNote(ann.userId, id(house), { note: 'x', was: '' });
    await expect(write('one', '')).rejects.toThrow('You can write a note on at most 500 houses.');
    await store.putNote(ann.userId, id(1), { note: '', was: 'x' });
    expect(await write('one', '')).toMatchObject({ note: 'one' });
    expect(await write('one', '')).toMatchObject({ note: 'one' });
    expect(await write('two', 'one')).toMatchObject({ note: 'two' });
  });

  it('makes room for itself where those on houses of deleted communities are too many', async () => {
    const { monitor, routes } = await siteOf(2);
    const { store } = monitor.ports;
    const save = (house: number, note: string, was = '') =>
      routes.saveNote({ ...nothing, params: { houseId: id(house) }, body: { note, was } });
    await save(1, 'kept');
    const unlisted = Array.from({ length: 499 }, (_, index) => `${9_000_000 + index}`);
    for (const houseId of unlisted) await store.putNote(ann.userId, houseId, { note: 'x', was: '' });
    expect(await save(2, 'new')).toMatchObject({ note: 'new' });
    const stored = async () =>
      (await monitor.rows()).filter(({ sk }) => String(sk).startsWith('NOTE#')).map(({ note }) => String(note));
    expect((await stored()).toSorted()).toEqual(['kept', 'new']);
    await save(1, '', 'kept');
    expect(await stored()).toEqual(['new']);
  });

  it('is not replaced unseen, and can be saved twice', async () => {
    const { routes, list } = await siteRead();
    const [house] = await list();
    const params = { houseId: house?.houseId ?? '' };
    const save = (note: string, was: string) => routes.saveNote({ ...nothing, params, body: { note, was } });
    await save('one', '');
    await expect(save('two', '')).rejects.toMatchObject({ code: 'conflict' });
    expect(await save('one', '')).toMatchObject({ note: 'one' });
    await save('two', 'one');
    expect(await save('two', 'one')).toMatchObject({ note: 'two' });
    await save('', 'two');
    expect((await save('', 'two')).note).toBeUndefined();
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { captcha, housesOf, pageOf, pagesOf, rowOf } from '../support/pages.ts';
import { type Database, startMonitorDatabase } from '../support/test-monitor.ts';

jest.setTimeout(120_000);

let database: Database;
beforeAll(async () => {
  database = await startMonitorDatabase();
});
afterAll(() => database.stop());

describe('adding a community', () => {
  it('answers with its names and shows its first houses at once', async () => {
    const { add, list, routes, settle, monitor } = await routesWith(database, { [lake]: 45 });
    expect(await add(lake)).toEqual({
      resblockId: lake,
      name: 'Willow Court',
      districtName: 'North',
      bizcircleName: 'Bridge',
      url: `https://site.test/xiaoqu/${lake}/`,
      houseCount: 30,
      lastCompleteAt: null,
      state: 'NEW',
      stateReason: null,
    });
    expect(await list()).toHaveLength(30);
    await settle();
    expect(await routes.listResblocks(nothing)).toMatchObject([
      { houseCount: 45, state: 'OK', lastCompleteAt: monitor.clock.ms },
    ]);
    // The crawl went on where the first look ended.
    expect(monitor.asked.map(({ page }) => page)).toEqual([1, 2]);
    expect(await routes.getRefreshStatus(nothing)).toMatchObject({ isRefreshing: false, lastRefreshSuccessAt: null });
  });

  it('twice is adding once', async () => {
    const { add, routes, settle } = await routesWith(database, { [willows]: 3 });
    const [first, second] = await Promise.all([add(willows), add(willows)]);
    expect(first).toEqual(second);
    await settle();
    await add(willows);
    await settle();
    expect(await routes.listResblocks(nothing)).toMatchObject([{ houseCount: 3, state: 'OK' }]);
  });

  it.each([
    ['the site has no such page', [{ kind: 'notFound' as const }]],
    ['the page is of another community', [pageOf(willows, { rows: housesOf(willows, 3) })]],
    [
      'the page is of no community',
      [pageOf('', { resblockId: undefined, names: { name: '', districtName: '', bizcircleName: '' } })],
    ],
  ])('is refused when %s, and nothing is stored', async (_, answers) => {
    const { add, monitor, routes } = await routesWith(database, {});
    monitor.answers.set(lake, answers);
    await expect(add(lake)).rejects.toMatchObject({ code: 'notFound' });
    expect(await routes.listResblocks(nothing)).toEqual([]);
    expect(monitor.queue).toEqual([]);
    expect((await monitor.rows()).map(({ pk }) => pk)).toEqual(['SITE']);
  });

  it.each([
    ['refuses', captcha, 'BLOCKED'],
    ['does not answer', { kind: 'failed' as const, reason: 'The site did not answer in time.' }, 'FAILED'],
    ['shows a page that nobody can read', pageOf('', { class: 'unknown' }), 'INCOMPLETE'],
  ])('keeps its id when the site %s, says so, and tries again later', async (_, answer, state) => {
    const { add, monitor, settle, routes } = await routesWith(database, {});
    monitor.answers.set(lake, [answer]);
    expect(await add(lake)).toMatchObject({ resblockId: lake, name: '', state: 'NEW', houseCount: 0 });
    await settle();
    const [unread] = await routes.listResblocks(nothing);
    expect(unread).toMatchObject({ state, stateReason: expect.any(String) });
    monitor.answers.set(lake, pagesOf(lake, housesOf(lake, 2)));
    monitor.clock.ms += 24 * 3_600_000;
    await routes.refreshAllHouses(nothing);
    await settle();
    expect(await routes.listResblocks(nothing)).toMatchObject([{ name: 'Willow Court', state: 'OK', houseCount: 2 }]);
  });

  it('does not wait for a gate that stays closed', async () => {
    const { add, monitor, settle, routes } = await routesWith(database, { [lake]: 2 }, { paceMs: 60_000 });
    const before = monitor.clock.ms;
    await monitor.ports.limiter.acquireSlot('another', before);
    expect(await add(lake)).toMatchObject({ state: 'NEW', name: '' });
    expect(monitor.clock.ms - before).toBeLessThanOrEqual(2000);
    await settle();
    expect(await routes.listResblocks(nothing)).toMatchObject([{ name: 'Willow Court', state: 'OK' }]);
  });
});

describe('deleting a community', () => {
  it('hides its houses at once, and adding it again brings them, their history and their marks back', async () => {
    const { add, remove, list, routes, settle, monitor } = await routesWith(database, { [willows]: 3, [lake]: 1 });
    await add(willows);
    await add(lake);
    await settle();
    const { houseId } = rowOf(willows, 2);
    monitor.clock.ms += 1000;
    monitor.answers.set(
      willows,
      pagesOf(
        willows,
        housesOf(willows, 3).map((row) => ({ ...row, price: 9 })),
      ),
    );
    await routes.refreshAllHouses(nothing);
    await settle();
    monitor.clock.ms += 1000;
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    const before = await list();

    expect(await remove(willows)).toEqual({});
    expect((await list()).map(({ resblockId }) => resblockId)).toEqual([lake]);
    await settle();
    expect(await list()).toHaveLength(1);
    expect(await remove(willows)).toEqual({});
    await add(willows);
    await settle();
    expect(await list()).toEqual(before);
    expect(await routes.listHistory({ ...nothing, params: { houseId } })).toHaveLength(1);
    expect((await routes.listResblocks(nothing)).map(({ state }) => state)).toEqual(['OK', 'OK']);
  });

  it('keeps its place, its names and what is known of its houses, for when it comes back and cannot be read', async () => {
    const { add, remove, list, routes, settle, monitor } = await routesWith(database, { [willows]: 3, [lake]: 1 });
    await add(willows);
    await add(lake);
    await settle();
    const [before] = await routes.listResblocks(nothing);
    await remove(willows);
    await settle();
    monitor.answers.set(willows, [captcha]);
    monitor.clock.ms += 1000;
    expect(await add(willows)).toEqual(before);
    await settle();
    expect(await routes.listResblocks(nothing)).toEqual([
      { ...before, state: 'BLOCKED', stateReason: 'Not read: requests to the site are paused because it blocked them recently.' },
      expect.objectContaining({ resblockId: lake }),
    ]);
    expect(await list()).toHaveLength(4);
  });

  it('is undone also by whoever finds it stored by somebody who died then', async () => {
    const { add, remove, list, settle, monitor } = await routesWith(database, { [willows]: 3 });
    await add(willows);
    await settle();
    await remove(willows);
    await settle();
    await monitor.ports.store.addResblock(newResblock(willows, undefined, 0, monitor.ports.now()));
    await add(willows);
    await settle();
    expect(await list()).toHaveLength(3);
  });
});

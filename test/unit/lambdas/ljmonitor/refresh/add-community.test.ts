import { describe, expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { bob, lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { captcha, housesOf, pageOf, pagesOf, rowOf } from '../support/pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

describe('addResblock', () => {
  it('returns the names and stores the first page at once', async () => {
    const { add, list, routes, processAll, monitor } = await routesWith(database, { [lake]: 45 });
    expect(await add(lake)).toEqual({
      resblockId: lake,
      name: 'Willow Court',
      districtName: 'North',
      bizcircleName: 'Bridge',
      url: `https://site.test/xiaoqu/${lake}/`,
      houseCount: 30,
      lastCompleteAt: null,
      lastCompleteBy: 'site',
      state: 'NEW',
      stateReason: null,
    });
    expect(await list()).toHaveLength(30);
    await processAll();
    expect(await routes.listResblocks(nothing)).toMatchObject([
      { houseCount: 45, state: 'OK', lastCompleteAt: monitor.clock.ms },
    ]);
    // The crawl continued after the page that the call had read.
    expect(monitor.asked.map(({ page }) => page)).toEqual([1, 2]);
    expect(await routes.getRefreshStatus(nothing)).toMatchObject({ isRefreshing: false, lastRefreshSuccessAt: null });
  });

  it('is idempotent', async () => {
    const { add, routes, processAll } = await routesWith(database, { [willows]: 3 });
    const [first, second] = await Promise.all([add(willows), add(willows)]);
    expect(first).toEqual(second);
    await processAll();
    await add(willows);
    await processAll();
    expect(await routes.listResblocks(nothing)).toMatchObject([{ houseCount: 3, state: 'OK' }]);
  });

  it.each([
    ['the site has no such page', [{ kind: 'notFound' as const }]],
    ['the page is of another community', [pageOf(willows, { rows: housesOf(willows, 3) })]],
    [
      'the page is of no community',
      [pageOf('', { resblockId: undefined, names: { name: '', districtName: '', bizcircleName: '' } })],
    ],
  ])('fails and stores nothing when %s', async (_, answers) => {
    const { add, monitor, routes } = await routesWith(database, {});
    monitor.answers.set(lake, answers);
    await expect(add(lake)).rejects.toMatchObject({ code: 'notFound' });
    expect(await routes.listResblocks(nothing)).toEqual([]);
    expect(monitor.queue).toEqual([]);
    expect((await monitor.rows()).map(({ pk }) => pk)).toEqual(['SITE']);
  });

  it.each([
    ['refuses', captcha, 'BLOCKED'],
    ['does not answer', { kind: 'failed' as const, reason: 'The listing site did not respond in time.' }, 'FAILED'],
    ['shows a page that cannot be parsed', pageOf('', { class: 'unknown' }), 'INCOMPLETE'],
  ])('keeps the community when the site %s, and reads it later', async (_, answer, state) => {
    const { add, monitor, processAll, routes } = await routesWith(database, {});
    monitor.answers.set(lake, [answer]);
    expect(await add(lake)).toMatchObject({ resblockId: lake, name: '', state: 'NEW', houseCount: 0 });
    await processAll();
    const [unread] = await routes.listResblocks(nothing);
    expect(unread).toMatchObject({ state, stateReason: expect.any(String) });
    monitor.answers.set(lake, pagesOf(lake, housesOf(lake, 2)));
    monitor.clock.ms += 24 * 3_600_000;
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect(await routes.listResblocks(nothing)).toMatchObject([{ name: 'Willow Court', state: 'OK', houseCount: 2 }]);
  });

  it('does not wait long for a slot', async () => {
    const { add, monitor, processAll, routes } = await routesWith(database, { [lake]: 2 }, { paceMs: 60_000 });
    const before = monitor.clock.ms;
    await monitor.ports.limiter.acquireSlot('another', before);
    expect(await add(lake)).toMatchObject({ state: 'NEW', name: '' });
    expect(monitor.clock.ms - before).toBeLessThanOrEqual(2000);
    await processAll();
    expect(await routes.listResblocks(nothing)).toMatchObject([{ name: 'Willow Court', state: 'OK' }]);
  });
});

describe('deleteResblock', () => {
  it('hides the houses at once, and adding the community again restores them with history and marks', async () => {
    const { add, remove, list, routes, processAll, monitor } = await routesWith(database, { [willows]: 3, [lake]: 1 });
    await add(willows);
    await add(lake);
    await processAll();
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
    await processAll();
    monitor.clock.ms += 1000;
    await routes.markHouseRead({ ...nothing, params: { houseId } });
    const before = await list();

    expect(await remove(willows)).toEqual([{ isNothing: false }]);
    expect((await list()).map(({ resblockId }) => resblockId)).toEqual([lake]);
    await processAll();
    expect(await list()).toHaveLength(1);
    expect(await remove(willows)).toEqual([{ isNothing: true }]);
    await add(willows);
    await processAll();
    expect(await list()).toEqual(before);
    expect(await routes.listHistory({ ...nothing, params: { houseId } })).toHaveLength(1);
    expect((await routes.listResblocks(nothing)).map(({ state }) => state)).toEqual(['OK', 'OK']);
  });

  it('is done for all users, and each finds the own marks again', async () => {
    const { add, remove, list, routes, processAll } = await routesWith(database, { [willows]: 3 });
    await add(willows);
    await processAll();
    const params = { houseId: rowOf(willows, 2).houseId };
    await routes.markHouseRead({ ...nothing, user: bob, params });
    const [ofAnn, ofBob] = [await list(), await list({}, bob)];
    expect(ofBob).not.toEqual(ofAnn);
    await remove(willows);
    expect([await list(), await list({}, bob)]).toEqual([[], []]);
    await routes.addResblock({ ...nothing, user: bob, params: { resblockId: willows }, query: {} });
    await processAll();
    expect([await list(), await list({}, bob)]).toEqual([ofAnn, ofBob]);
  });

  it('keeps place, names and houses for a community that is added again but cannot be read', async () => {
    const { add, remove, list, routes, processAll, monitor } = await routesWith(database, { [willows]: 3, [lake]: 1 });
    await add(willows);
    await add(lake);
    await processAll();
    const [before] = await routes.listResblocks(nothing);
    await remove(willows);
    await processAll();
    monitor.answers.set(willows, [captcha]);
    monitor.clock.ms += 1000;
    expect(await add(willows)).toEqual(before);
    await processAll();
    expect(await routes.listResblocks(nothing)).toEqual([
      {
        ...before,
        state: 'BLOCKED',
        stateReason: 'The listing site asked for a captcha.',
      },
      expect.objectContaining({ resblockId: lake }),
    ]);
    expect(await list()).toHaveLength(4);
  });

  it('is undone by a second call after the first one died half-way', async () => {
    const { add, remove, list, processAll, monitor } = await routesWith(database, { [willows]: 3 });
    await add(willows);
    await processAll();
    await remove(willows);
    await processAll();
    await monitor.ports.store.addResblock(newResblock(willows, undefined, 0, monitor.ports.now()));
    await add(willows);
    await processAll();
    expect(await list()).toHaveLength(3);
  });
});

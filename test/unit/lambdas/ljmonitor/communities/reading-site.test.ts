import { describe, expect, it } from '@jest/globals';
import { newsOf } from 'shared-types/rules/house-news';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { housesOf, pageOf, pagesOf, rowOf } from '../support/pages.ts';
import { siteOrigin, sitePages } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { nothing, routesWith, willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();

const beike = 'https://bj.ke.com';
const hour = 3_600_000;

/** Creates a community that is read from the configured site. */
async function readCommunity(houses: number, settings = {}) {
  const monitored = await routesWith(database, { [willows]: houses }, settings);
  await monitored.add(willows);
  await monitored.processAll();
  monitored.monitor.clock.ms += hour;
  return monitored;
}

const shown = (origin: string) => sitePages({ resblockId: willows, houses: [1, 2, 3, 4], origin });

describe('the pages of two sites', () => {
  it('never add up to one reading by hand', async () => {
    const { add, processAll, routes, monitor } = await readCommunity(4);
    const handIn = async (page: { url: string; html: string } | undefined) => {
      if (!page) throw new Error('two pages');
      return routes.handInPage({ ...nothing, body: page });
    };
    expect(await handIn(shown(siteOrigin)[0])).toMatchObject({ outcome: 'saved', missing: [2] });
    expect(await handIn(shown(beike)[1])).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(
        / is checked at site\.test, .* is from bj\.ke\.com\. .* add it again by its link there\.$/,
      ),
    });
    await add(willows, beike);
    await processAll();
    monitor.clock.ms += 1;
    expect((await routes.listPagesToHandIn(nothing)).communities[0]?.pages[0]).toMatchObject({ isHandedIn: false });
    expect(await handIn(shown(beike)[1])).toMatchObject({ outcome: 'saved', missing: [1] });
    expect(await handIn(shown(beike)[0])).toMatchObject({ outcome: 'complete' });
  });

  it('never add up to one crawl', async () => {
    const { add, processAll, routes, monitor } = await readCommunity(45);
    monitor.asked.splice(0);
    await routes.refreshAllHouses(nothing);
    const [step] = monitor.queue.splice(0, 1);
    if (!step) throw new Error('a step');
    await monitorWorker(monitor.ports)(step.message);
    await add(willows, beike);
    await processAll();
    expect(monitor.asked.map(({ page, origin }) => [page, origin])).toEqual([
      [1, undefined],
      [1, beike],
      [2, beike],
    ]);
    expect(await routes.getRefreshStatus(nothing)).toMatchObject({ isRefreshing: false });
  });

  it('stores no house of the site that was left while its page was on the way', async () => {
    const { routes, processAll, monitor } = await readCommunity(1);
    const before = await monitor.ports.store.listHouseDigests(willows);
    const { page } = monitor.ports.site;
    monitor.ports.site.page = async (...asked) => {
      await monitor.ports.store.putOrigin(willows, beike, monitor.clock.ms);
      return page(...asked);
    };
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 3)));
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect(await monitor.ports.store.listHouseDigests(willows)).toEqual(before);
    expect(await monitor.ports.store.findResblock(willows)).toMatchObject({ origin: beike, state: 'NEW' });
  });
});

/** Both sites list house 2. House 1 is only on the first one, and house 3 only on the second one. */
async function moved() {
  const site = await readCommunity(2);
  const { monitor, routes, processAll } = site;
  monitor.answers.set(willows, pagesOf(willows, [rowOf(willows, 2), rowOf(willows, 3)]));
  await site.add(willows, beike);
  await processAll();
  return {
    ...site,
    /** Refreshes every hour, long enough for a removal, and returns the houses in the list. */
    refreshed: async () => {
      for (let times = 0; times < 3; times += 1) {
        monitor.clock.ms += hour;
        await routes.refreshAllHouses(nothing);
        await processAll();
      }
      return site.list();
    },
  };
}

describe('a change of the reading site', () => {
  it('takes the houses of the former site out of the list, without versions and news', async () => {
    const { monitor, routes, refreshed } = await moved();
    const listed = await refreshed();
    expect(listed.map(({ title, removed }) => [title, removed])).toEqual([
      ['House 3', false],
      ['House 2', false],
    ]);
    expect(monitor.mails).toEqual([]);
    expect(await routes.listResblocks(nothing)).toMatchObject([{ state: 'OK', houseCount: 2 }]);
    const { houseId } = rowOf(willows, 1);
    expect(await routes.listHistory({ ...nothing, params: { houseId } })).toEqual([]);
    expect((await routes.getSummary(nothing)).unread).toBe(2);
    await routes.setHouseFlags({ ...nothing, params: { houseId }, body: { starred: true } });
    expect(await routes.listSortedHouses({ ...nothing, query: { order: 'price', choice: 'starred' } })).toMatchObject({
      houses: [],
    });
  });

  it('is undone by a change back, which brings them back as they were', async () => {
    const { monitor, add, processAll, refreshed, list } = await moved();
    const before = await monitor.ports.store.getHouse(rowOf(willows, 1).houseId);
    await refreshed();
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 2)));
    await add(willows, siteOrigin);
    await processAll();
    expect((await refreshed()).map(({ title }) => title)).toEqual(['House 2', 'House 1']);
    expect(await monitor.ports.store.getHouse(rowOf(willows, 1).houseId)).toEqual({ ...before, ofFormerSite: false });
    expect((await list()).flatMap((house) => newsOf(house)).map(({ kind }) => kind)).toEqual(['new', 'new']);
    expect(monitor.mails).toEqual([]);
  });

  it('lets the houses of the new site be sold, and reports that', async () => {
    const { monitor, refreshed } = await moved();
    await refreshed();
    monitor.answers.set(willows, pagesOf(willows, [rowOf(willows, 2)]));
    const listed = await refreshed();
    expect(listed.map(({ title, removed }) => [title, removed])).toEqual([
      ['House 3', true],
      ['House 2', false],
    ]);
    expect(monitor.mails.map(({ subject }) => subject)).toEqual(['1 removed']);
  });

  it('keeps a cheaper price on the other site out of the news until it has been read exactly', async () => {
    const { monitor, add, routes, processAll } = await readCommunity(2);
    monitor.answers.set(willows, [pageOf(willows, { rows: [rowOf(willows, 2, { price: 1 })], declaredTotal: 2 })]);
    await add(willows, beike);
    await processAll();
    monitor.clock.ms += hour;
    monitor.answers.set(willows, [pageOf(willows, { rows: [rowOf(willows, 2, { price: 0.5 })], declaredTotal: 2 })]);
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect(monitor.mails).toEqual([]);
  });

  it('is refused when the site does not have the community, and changes nothing', async () => {
    const { add, monitor, routes } = await readCommunity(2);
    const before = await monitor.rows();
    monitor.answers.set(willows, [{ kind: 'notFound' }]);
    await expect(add(willows, beike)).rejects.toMatchObject({ code: 'notFound' });
    expect((await routes.listResblocks(nothing)).map(({ url }) => new URL(url).origin)).toEqual([siteOrigin]);
    const ofMonitor = (rows: typeof before) => rows.filter(({ pk }) => pk !== 'SITE');
    expect(ofMonitor(await monitor.rows())).toEqual(ofMonitor(before));
  });

  it('is followed by a reading of the new site, although the other one was read recently', async () => {
    const { add, monitor, processAll, routes } = await readCommunity(2, { minIntervalMs: 2 * hour });
    let asked = 0;
    const pages = pagesOf(willows, housesOf(willows, 3));
    monitor.answers.set(willows, () => {
      asked += 1;
      return asked === 1 ? { kind: 'failed', reason: 'Late.' } : (pages[0] ?? { kind: 'notFound' });
    });
    await add(willows, beike);
    await processAll();
    expect(asked).toBe(2);
    expect(await routes.listResblocks(nothing)).toMatchObject([{ state: 'OK', houseCount: 3 }]);
  });

  it('is made when the new site cannot be asked', async () => {
    const { add, monitor } = await readCommunity(2);
    monitor.answers.set(willows, [{ kind: 'refused', refusal: 'login' }]);
    expect(await add(willows, beike)).toMatchObject({ url: `${beike}/xiaoqu/${willows}/`, state: 'NEW' });
  });
});

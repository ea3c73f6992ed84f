import { describe, expect, it, jest } from '@jest/globals';
import { refreshWorker } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { housesOf, pagesOf } from '../support/pages.ts';
import { siteOrigin, sitePages } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { nothing, routesWith, willows } from '../support/test-routes.ts';

jest.setTimeout(120_000);

const database = await useMonitorDatabase();

const beike = 'https://bj.ke.com';
const hour = 3_600_000;

/** A community that is read from the configured site. */
async function readCommunity(houses: number) {
  const monitored = await routesWith(database, { [willows]: houses });
  await monitored.add(willows);
  await monitored.processAll();
  monitored.monitor.clock.ms += hour;
  return monitored;
}

describe('the pages of two sites', () => {
  it('never add up to one reading by hand', async () => {
    const { add, processAll, routes, monitor } = await readCommunity(4);
    const shown = (origin: string) => sitePages({ resblockId: willows, houses: [1, 2, 3, 4], origin });
    const handIn = async (page: { url: string; html: string } | undefined) => {
      if (!page) throw new Error('two pages');
      return routes.handInPage({ ...nothing, body: page });
    };
    expect(await handIn(shown(siteOrigin)[0])).toMatchObject({ outcome: 'saved', missing: [2] });
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
    await refreshWorker(monitor.ports)(step.message);
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
      await monitor.ports.store.putOrigin(willows, beike);
      return page(...asked);
    };
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 3)));
    await routes.refreshAllHouses(nothing);
    await processAll();
    expect(await monitor.ports.store.listHouseDigests(willows)).toEqual(before);
    expect(await monitor.ports.store.findResblock(willows)).toMatchObject({ origin: beike, state: 'NEW' });
  });
});

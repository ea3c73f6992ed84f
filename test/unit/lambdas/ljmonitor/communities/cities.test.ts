import { describe, expect, it } from '@jest/globals';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { lake, nothing, routesWith, willows } from '../support/test-routes.ts';
import { housesOf, pageOf } from '../support/pages.ts';
import { processQueue } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

const shanghai = 'https://sh.lianjia.com';
const beike = 'https://bj.ke.com';

describe('a community of another city', () => {
  it('is read from the site of its link, and its links lead there', async () => {
    const { add, list, routes, processAll, monitor } = await routesWith(database, { [lake]: 31, [willows]: 1 });
    expect(await add(lake, shanghai)).toMatchObject({ url: `${shanghai}/xiaoqu/${lake}/`, name: 'Willow Court' });
    monitor.clock.ms += 1;
    await add(willows);
    await processAll();
    expect(monitor.asked.map(({ resblockId, page, origin }) => [resblockId, page, origin])).toEqual([
      [lake, 1, shanghai],
      [willows, 1, undefined],
      [lake, 2, shanghai],
    ]);
    const [house] = (await list()).filter(({ resblockId }) => resblockId === lake);
    if (!house) throw new Error('a house');
    expect(house.url).toBe(`${shanghai}/ershoufang/${house.houseId}.html`);
    const params = { houseId: house.houseId };
    expect((await routes.markHouseRead({ ...nothing, params })).url).toBe(house.url);
    const body = { url: `https://site.test/ershoufang/c${lake}/`, html: '<title>x</title>' };
    const pages = await routes.listPagesToHandIn(nothing);
    expect(pages.communities.map(({ pages: [first] }) => first?.url)).toEqual([
      `${shanghai}/ershoufang/c${lake}/`,
      `https://site.test/ershoufang/c${willows}/`,
    ]);
    expect((await routes.handInPage({ ...nothing, body })).outcome).toBe('refused');
  });

  it('returns to its site after it was removed, by its id alone', async () => {
    const { add, remove, processAll } = await routesWith(database, { [lake]: 3 });
    await add(lake, shanghai);
    await processAll();
    await remove(lake);
    expect(await add(lake)).toMatchObject({ url: `${shanghai}/xiaoqu/${lake}/`, houseCount: 3 });
  });

  it.each(['https://example.com', 'http://sh.lianjia.com', 'https://lianjia.com.example.com', 'https://a.b.ke.com'])(
    'is refused when its site is %s',
    async (origin) => {
      const { add, routes } = await routesWith(database, { [lake]: 3 });
      await expect(add(lake, origin)).rejects.toMatchObject({ code: 'invalid' });
      expect(await routes.listResblocks(nothing)).toEqual([]);
    },
  );
});

describe('the reading site of a community', () => {
  it('is changed by a link to the other one, whose houses are no news', async () => {
    const { add, processAll, monitor } = await routesWith(database, { [lake]: 3 });
    await add(lake);
    await processAll();
    monitor.clock.ms += 3_600_000;
    const [first, ...rest] = housesOf(lake, 6).slice(2);
    if (!first) throw new Error('a house');
    monitor.answers.set(lake, [pageOf(lake, { rows: [first, ...rest] })]);
    await add(lake, beike);
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({ origin: beike, firstCompleteAtMs: null });
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(monitor.asked.at(-1)).toMatchObject({ resblockId: lake, origin: beike });
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({
      state: 'OK',
      firstCompleteAtMs: monitor.clock.ms,
    });
    await add(lake);
    expect(await monitor.ports.store.findResblock(lake)).toMatchObject({ origin: beike });
  });
});

import { describe, expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import type { RefreshMessage } from 'lambdas/ljmonitor/message';
import { monitorWorker } from 'lambdas/ljmonitor/worker';
import { startRefresh } from 'lambdas/ljmonitor/refresh/start-refresh';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { captcha, housesOf, pagesOf, rowOf } from '../support/pages.ts';
import { sitePages } from '../support/site-pages.ts';
import { nothing } from '../support/test-routes.ts';
import { lake, none, refresh, willows, monitorTracking } from '../support/tracked-communities.ts';
import { processQueue, type TestMonitor } from '../support/monitor-environment.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';

const database = await useMonitorDatabase();

const hour = 3_600_000;

/** Creates a monitor that knows its houses, in which one is new now and one has become cheaper. */
async function monitorWithChanges() {
  const monitor = await monitorTracking(database, { [willows]: 3, [lake]: 40 });
  await refresh(monitor);
  monitor.clock.ms += hour;
  monitor.answers.set(
    willows,
    pagesOf(willows, [...housesOf(willows, 2), rowOf(willows, 3, { price: 1 }), rowOf(willows, 4)]),
  );
  return monitor;
}

const subjects = ({ mails }: TestMonitor) => mails.map(({ subject }) => subject);

describe('tellHouses', () => {
  it('sends nothing after the first reading of a community', async () => {
    const monitor = await monitorTracking(database, { [willows]: 3, [lake]: 40 });
    await refresh(monitor);
    expect(monitor.mails).toEqual([]);
  });

  it('tells once after a refresh with changes, and none after one without', async () => {
    const monitor = await monitorWithChanges();
    await refresh(monitor);
    expect(subjects(monitor)).toEqual(['1 new, 1 cheaper']);
    expect(monitor.mails[0]?.text).toContain('1 万 (was 503 万) House 3');
    monitor.clock.ms += hour;
    await refresh(monitor);
    expect(monitor.mails).toHaveLength(1);
  });

  it('tells once when every message is delivered three times, and again later', async () => {
    const monitor = await monitorWithChanges();
    const work = monitorWorker(monitor.ports);
    const seen: RefreshMessage[] = [];
    await startRefresh(monitor.ports);
    await processQueue(monitor, async (message) => {
      seen.push(message);
      await Promise.all([1, 2, 3].map(() => work(message)));
    });
    monitor.clock.ms += hour;
    monitor.answers.set(willows, pagesOf(willows, [rowOf(willows, 1, { price: 2 })]));
    for (const message of seen) await work(message);
    expect(subjects(monitor)).toEqual(['1 new, 1 cheaper']);
  });

  it.each(['before', 'after'])('tells the same news once when the worker dies %s it was stored', async (when) => {
    const monitor = await monitorWithChanges();
    const { news } = monitor.ports;
    let failures = 2;
    monitor.ports.news = {
      ...news,
      async tell(told) {
        const atMs = when === 'after' ? await news.tell(told) : 0;
        if (failures-- > 0) throw new Error('died');
        return when === 'after' ? atMs : news.tell(told);
      },
    };
    const work = monitorWorker(monitor.ports);
    await startRefresh(monitor.ports);
    await processQueue(monitor, async (message) => {
      // The queue delivers a failed message again.
      for (let receives = 1; receives <= 5; receives++) {
        monitor.clock.ms += 1000;
        const failed = await work(message).then(
          () => false,
          () => true,
        );
        if (!failed) return;
      }
    });
    expect(failures).toBe(-1);
    expect(subjects(monitor)).toEqual(['1 new, 1 cheaper']);
    monitor.clock.ms += hour;
    await refresh(monitor);
    expect(monitor.mails).toHaveLength(1);
  });

  it('reports the first block and no later one', async () => {
    const monitor = await monitorWithChanges();
    monitor.answers.set(willows, [captcha]);
    await refresh(monitor);
    expect(subjects(monitor)).toEqual(['blocked by the listing site']);
    monitor.answers.set(lake, [captcha]);
    for (const wait of [hour, 6 * hour]) {
      monitor.clock.ms += wait;
      await refresh(monitor);
    }
    expect(monitor.asked.filter(({ atMs }) => atMs >= monitor.clock.ms)).toHaveLength(1);
    expect(monitor.mails).toHaveLength(1);
  });

  it('reports removals', async () => {
    const monitor = await monitorWithChanges();
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 2)));
    await refresh(monitor);
    monitor.clock.ms += hour;
    await refresh(monitor);
    expect(subjects(monitor)).toEqual(['1 removed']);
  });

  it('tells what has changed since the first reading of a community that was added after the last news', async () => {
    const monitor = await monitorWithChanges();
    await refresh(monitor);
    await monitor.ports.store.addResblock(newResblock(none, undefined, 0, monitor.ports.now()));
    const routes = ljmonitorRoutes(monitor.ports);
    for (const price of [500, 450]) {
      monitor.clock.ms += hour;
      for (const page of sitePages({ resblockId: none, houses: [1], price }))
        await routes.handInPage({ ...nothing, body: page });
    }
    await processQueue(monitor, monitorWorker(monitor.ports));
    expect(monitor.mails[1]?.text).toContain('CHEAPER 450 万 (was 500 万) House 1');
  });

  it('tells nothing while no user has a channel, and nothing old afterwards', async () => {
    const monitor = await monitorWithChanges();
    monitor.readers.splice(0);
    await refresh(monitor);
    monitor.readers.push('cognito|ann');
    monitor.clock.ms += hour;
    await refresh(monitor);
    expect(monitor.mails).toEqual([]);
  });
});

describe('the news of readings by hand', () => {
  const minute = 60_000;

  /** Creates a monitor that has read two communities by hand. */
  async function monitorByHand(settings = {}) {
    const monitor = await monitorTracking(database, { [willows]: 0, [lake]: 0 }, settings);
    const routes = ljmonitorRoutes(monitor.ports);
    const handIn = async (price: number, houses = [1], tags = ['近地铁']) => {
      monitor.clock.ms += hour;
      for (const resblockId of [willows, lake]) {
        for (const page of sitePages({ resblockId, houses, price, tags: () => tags }))
          await routes.handInPage({ ...nothing, body: page });
        monitor.clock.ms += minute;
      }
    };
    await handIn(500);
    const work = monitorWorker(monitor.ports);
    await work({ kind: 'news', startedAtMs: monitor.clock.ms });
    return { monitor, routes, handIn, work };
  }

  it('is sent once for all communities that a person reads in a row, after some minutes', async () => {
    const { monitor, handIn, work } = await monitorByHand();
    await processQueue(monitor, work);
    expect(monitor.mails).toEqual([]);
    await handIn(450);
    const readAtMs = monitor.clock.ms;
    await processQueue(monitor, async (message) => {
      for (let deliveries = 0; deliveries < 3; deliveries += 1) await work(message);
    });
    expect(subjects(monitor)).toEqual(['2 cheaper']);
    expect(monitor.clock.ms - readAtMs).toBeLessThan(15 * minute);
  });

  it('waits for the refresh that is in progress', async () => {
    const { monitor, routes, handIn, work } = await monitorByHand();
    await handIn(450);
    const waiting = monitor.queue.splice(0);
    await routes.refreshAllHouses(nothing);
    for (const { message } of waiting) await work(message);
    expect(monitor.mails).toEqual([]);
    await processQueue(monitor, work);
    expect(subjects(monitor)).toEqual(['2 cheaper']);
  });

  it('has what a reading before the last one has changed, and the price before', async () => {
    const { monitor, handIn, work } = await monitorByHand();
    await processQueue(monitor, work);
    await handIn(450, [1, 2]);
    await handIn(450, [1, 2], ['VR房源']);
    await processQueue(monitor, work);
    expect(subjects(monitor)).toEqual(['2 new, 2 cheaper']);
    expect(monitor.mails[0]?.text).toContain('CHEAPER 450 万 (was 500 万) House 1');
    await handIn(450, [2]);
    await handIn(450, [2]);
    await processQueue(monitor, work);
    await handIn(400, [1, 2]);
    await processQueue(monitor, work);
    expect(monitor.mails[2]?.text).toContain('BACK 400 万 (was 450 万) House 1');
  });

  it('leaves the last seconds to the next news, because the index may not have them yet', async () => {
    const { monitor, handIn, work } = await monitorByHand({ newsSettleSeconds: 5 });
    await processQueue(monitor, work);
    const changedAtMs = monitor.clock.ms + hour;
    await handIn(450);
    monitor.clock.ms = changedAtMs + 1000;
    await work({ kind: 'news', startedAtMs: 0 });
    expect(monitor.mails).toEqual([]);
    await processQueue(monitor, work);
    expect(subjects(monitor)).toEqual(['2 cheaper']);
  });

  it('leaves what changes while it is told to the next news, and loses nothing that changed before', async () => {
    const { monitor, handIn, work } = await monitorByHand();
    await processQueue(monitor, work);
    await handIn(450);
    const { store } = monitor.ports;
    monitor.ports.store = {
      ...store,
      async pageHouses(...query) {
        monitor.ports.store = store;
        await handIn(420);
        return store.pageHouses(...query);
      },
    };
    await processQueue(monitor, work);
    expect(monitor.mails.map(({ text }) => /\d+ 万 \(was.*\)/.exec(text)?.[0])).toEqual([
      '450 万 (was 500 万)',
      '420 万 (was 450 万)',
    ]);
  });

  it('is told once when a refresh follows before it was told', async () => {
    const { monitor, handIn, work } = await monitorByHand();
    for (const id of [willows, lake]) monitor.answers.set(id, [captcha]);
    await handIn(450);
    const waiting = monitor.queue.splice(0);
    await refresh(monitor);
    expect(subjects(monitor)).toEqual(['2 cheaper, blocked by the listing site']);
    for (const { message } of waiting) await work(message);
    expect(monitor.mails).toHaveLength(1);
  });
});

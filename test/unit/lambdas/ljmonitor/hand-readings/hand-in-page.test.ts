import { describe, expect, it, jest } from '@jest/globals';
import { refreshWorker } from 'lambdas/ljmonitor/refresh/refresh-worker';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { housesOf, pagesOf } from '../support/pages.ts';
import { type ListedHouses, listUrl, sitePages, siteOrigin } from '../support/site-pages.ts';
import { processQueue, useMonitorDatabase } from '../support/test-monitor.ts';
import { ann, bob, nothing } from '../support/test-routes.ts';
import { houses, lake, monitorTracking, refresh, willows } from '../support/tracked-communities.ts';

jest.setTimeout(120_000);

const database = await useMonitorDatabase();

const minute = 60_000;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A monitor that tracks a community, whose site a user reads by hand. */
async function monitorByHand(...tracked: string[]) {
  const monitor = await monitorTracking(database, Object.fromEntries(tracked.map((id) => [id, 0])));
  const routes = ljmonitorRoutes(monitor.ports);
  const handIn = (page: { url: string; html: string; ageMs?: number }, user = ann) =>
    routes.handInPage({ ...nothing, body: page, user });
  return {
    monitor,
    handIn,
    /** Hands in all pages in this order, by default that of the list, and returns the last answer. */
    handInAll: async (listed: ListedHouses, order = (pages: ReturnType<typeof sitePages>) => pages) => {
      const answers = [];
      for (const page of order(sitePages(listed))) answers.push(await handIn(page));
      return answers.at(-1);
    },
    community: async (user = ann) => (await routes.listResblocks({ ...nothing, user }))[0],
    toHandIn: async (user = ann) => (await routes.listPagesToHandIn({ ...nothing, user })).communities[0]?.pages,
    onOffer: async () => (await houses(monitor, willows)).filter(({ removed }) => !removed).map(({ title }) => title),
  };
}

const five = { resblockId: willows, houses: numbers(5) };

describe('a reading by hand', () => {
  it('stores each page, says which are missing, and is complete with the last one', async () => {
    const { monitor, handIn, community, toHandIn, onOffer } = await monitorByHand(willows);
    const [first, second, third] = sitePages(five);
    if (!first || !second || !third) throw new Error('three pages');
    expect(await handIn(second)).toEqual({
      outcome: 'saved',
      reason: null,
      resblockId: willows,
      name: '柳荫里',
      page: 2,
      pages: 3,
      houses: 2,
      missing: [1, 3],
    });
    expect(await toHandIn()).toEqual([
      { page: 1, url: first.url, isHandedIn: false },
      { page: 2, url: second.url, isHandedIn: true },
      { page: 3, url: third.url, isHandedIn: false },
    ]);
    expect(await onOffer()).toHaveLength(2);
    expect(await handIn(first)).toMatchObject({ outcome: 'saved', missing: [3] });
    monitor.clock.ms += 3 * minute;
    expect(await handIn(third)).toMatchObject({ outcome: 'complete', houses: 1, missing: [] });
    expect(await community()).toMatchObject({
      name: '柳荫里',
      state: 'OK',
      houseCount: 5,
      lastCompleteAt: monitor.clock.ms,
      lastCompleteBy: 'you',
    });
    expect(await community(bob)).toMatchObject({ lastCompleteBy: 'otherUser' });
    expect(await onOffer()).toHaveLength(5);
    expect((await toHandIn())?.every(({ isHandedIn }) => !isHandedIn)).toBe(true);
  });

  it('makes no house of its first pages new, although they were loaded before', async () => {
    const { monitor, handIn } = await monitorByHand(willows);
    for (const page of sitePages(five)) await handIn({ ...page, ageMs: 20 * minute });
    const first = (await monitor.ports.store.findResblock(willows))?.firstCompleteAtMs;
    const created = (await houses(monitor, willows)).map(({ createTimeMs }) => createTimeMs);
    expect(created).toHaveLength(5);
    expect(first).toBeGreaterThanOrEqual(Math.max(...created));
  });

  it('asks the site for nothing, and changes neither its limiter nor a refresh', async () => {
    const { monitor, handInAll } = await monitorByHand(willows);
    const before = await monitor.ports.limiter.getState();
    await handInAll(five);
    expect(monitor.asked).toEqual([]);
    expect(monitor.queue).toEqual([]);
    expect(await monitor.ports.limiter.getState()).toEqual(before);
  });

  it('gives the site the credit again after the next complete crawl', async () => {
    const { monitor, handInAll, community } = await monitorByHand(willows);
    await handInAll(five);
    monitor.clock.ms += minute;
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 5)));
    await refresh(monitor);
    expect(await community()).toMatchObject({ state: 'OK', lastCompleteBy: 'site' });
  });

  it('stores nothing of a page but its houses', async () => {
    const { monitor, handIn } = await monitorByHand(willows);
    const [page] = sitePages({ resblockId: willows, houses: [1] });
    if (!page) throw new Error('one page');
    const name = 'Name of an account';
    const script = '<script>window.user = "Name of an account"; location.href = "https://evil.example/";</script>';
    await handIn({ ...page, html: page.html.replace('</body>', `<div class="user">${name}</div>${script}</body>`) });
    const stored = JSON.stringify(await monitor.rows());
    expect(stored).toContain('House 1');
    expect(stored).not.toMatch(/Name of an account|<li|<div|evil/);
  });

  it('makes no new version of houses that have not changed', async () => {
    const { monitor, handInAll } = await monitorByHand(willows);
    await handInAll(five);
    const before = await houses(monitor, willows);
    monitor.clock.ms += minute;
    await handInAll(five, (pages) => pages.toReversed());
    expect(await houses(monitor, willows)).toEqual(before);
  });

  it('removes a house after two exact readings without it that are a gap apart', async () => {
    const { monitor, handInAll, onOffer } = await monitorByHand(willows);
    await handInAll(five);
    const fewer = { resblockId: willows, houses: [1, 2, 4, 5] };
    for (const passed of [minute, minute, 40 * minute]) {
      expect(await onOffer()).toHaveLength(5);
      monitor.clock.ms += passed;
      expect(await handInAll(fewer)).toMatchObject({ outcome: 'complete' });
    }
    expect(await onOffer()).toHaveLength(4);
  });
});

describe('a reading by hand that does not add up', () => {
  it('is incomplete when half a page is handed in, removes nothing, and is complete with the whole page', async () => {
    const { monitor, handIn, handInAll, community, onOffer } = await monitorByHand(willows);
    await handInAll(five);
    monitor.clock.ms += minute;
    const [first, second, third] = sitePages({ ...five, price: 600 });
    if (!first || !second || !third) throw new Error('three pages');
    const half = { ...second, html: second.html.slice(0, second.html.indexOf('House 4')) };
    for (const page of [first, half]) await handIn(page);
    expect(await handIn(third)).toMatchObject({ outcome: 'incomplete', reason: expect.any(String), missing: [] });
    expect(await community()).toMatchObject({ state: 'INCOMPLETE', houseCount: 5 });
    expect(await onOffer()).toHaveLength(5);
    monitor.clock.ms += minute;
    expect(await handIn(second)).toMatchObject({ outcome: 'complete' });
  });

  it('is not complete with pages that were loaded more than 30 minutes apart', async () => {
    const { monitor, handIn, toHandIn } = await monitorByHand(willows);
    const [first, second, third] = sitePages(five);
    if (!first || !second || !third) throw new Error('three pages');
    await handIn(first);
    monitor.clock.ms += 30 * minute;
    expect(await handIn(second)).toMatchObject({ missing: [3] });
    monitor.clock.ms += 1;
    expect(await handIn(third)).toMatchObject({ outcome: 'saved', missing: [1] });
    expect(await handIn({ ...first, ageMs: 31 * minute })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('newer pages'),
    });
    expect(await handIn(first)).toMatchObject({ outcome: 'complete' });
    monitor.clock.ms += minute;
    await handIn(first);
    expect((await toHandIn())?.map(({ isHandedIn }) => isHandedIn)).toEqual([true, false, false]);
    monitor.clock.ms += 30 * minute + 1;
    expect((await toHandIn())?.some(({ isHandedIn }) => isHandedIn)).toBe(false);
  });

  it('counts the same page once', async () => {
    const { handIn } = await monitorByHand(willows);
    const [first] = sitePages(five);
    if (!first) throw new Error('a page');
    for (let times = 0; times < 3; times += 1) expect(await handIn(first)).toMatchObject({ missing: [2, 3] });
  });

  it('never mixes the pages of two users', async () => {
    const { handIn, community } = await monitorByHand(willows);
    const [first, second, third] = sitePages(five);
    if (!first || !second || !third) throw new Error('three pages');
    expect(await handIn(first)).toMatchObject({ missing: [2, 3] });
    expect(await handIn(second, bob)).toMatchObject({ missing: [1, 3] });
    expect(await handIn(third)).toMatchObject({ outcome: 'saved', missing: [2] });
    expect(await handIn(first, bob)).toMatchObject({ outcome: 'saved', missing: [3] });
    expect(await community()).toMatchObject({ state: 'NEW', lastCompleteAt: null });
  });

  it('never mixes with an automatic crawl', async () => {
    const { monitor, handIn, community } = await monitorByHand(willows);
    const crawled = pagesOf(willows, housesOf(willows, 4), 2);
    const [first, , third] = sitePages(five);
    if (!first || !third) throw new Error('three pages');
    monitor.answers.set(willows, (page) => crawled[page - 1] ?? { kind: 'notFound' });
    const work = refreshWorker(monitor.ports);
    await ljmonitorRoutes(monitor.ports).refreshAllHouses(nothing);
    const [step] = monitor.queue.splice(0, 1);
    if (!step) throw new Error('a step');
    await work(step.message);
    await handIn(first);
    await processQueue(monitor, work);
    expect(await community()).toMatchObject({ state: 'OK', houseCount: 4 });
    monitor.clock.ms += 1;
    expect(await handIn(third)).toMatchObject({ outcome: 'saved', missing: [2] });
  });

  it('keeps every page of one user that arrives at once', async () => {
    const { handIn, onOffer } = await monitorByHand(willows);
    const answers = await Promise.all(sitePages(five).map((page) => handIn(page)));
    expect(answers.filter(({ outcome }) => outcome === 'complete')).toHaveLength(1);
    expect(await onOffer()).toHaveLength(5);
  });
});

const titled = (title: string) => `<html><head><title>${title}</title></head><body></body></html>`;

describe('a page that is refused', () => {
  const [good] = sitePages({ resblockId: willows, houses: [1, 2] });
  const html = good?.html ?? '';
  const [other] = sitePages({ resblockId: lake, houses: [1] });
  const url = listUrl(willows);

  it.each([
    ['a captcha', { url, html: titled('CAPTCHA') }, 'captcha'],
    ['the address of a captcha', { url: 'https://hip.lianjia.com/captcha?id=1', html }, 'captcha'],
    ['a sign-in', { url, html: titled('登录') }, 'sign-in'],
    ['the address of a sign-in', { url: 'https://clogin.lianjia.com/login', html }, 'sign-in'],
    ['a ban', { url, html: titled('403 Forbidden') }, 'refuses access'],
    ['another page of the site', { url: `${siteOrigin}/xiaoqu/${willows}/`, html }, 'not a community’s list'],
    ['a house', { url: `${siteOrigin}/ershoufang/101133895297.html`, html }, 'not a community’s list'],
    ['a list with a filter', { url: `${siteOrigin}/ershoufang/l2c${willows}/`, html }, 'without filters'],
    ['another site', { url: 'https://evil.example/ershoufang/c1199027300101/', html }, 'does not belong'],
    [
      'a host that ends alike',
      { url: `https://bj.lianjia.com.evil.example/ershoufang/c${willows}/`, html },
      'not belong',
    ],
    ['a script', { url: 'javascript:alert(1)', html }, 'does not belong'],
    ['no address', { url: '', html }, 'does not belong'],
    ['another city', { url: `https://sh.lianjia.com/ershoufang/c${willows}/`, html }, 'read from site.test'],
    ['a community that is not tracked', { url: other?.url ?? '', html: other?.html ?? '' }, '柳荫里 is not tracked'],
    ['the page of another community', { url, html: other?.html ?? '' }, 'different communities'],
    ['another page than its address says', { url: listUrl(willows, 2), html }, 'address says page 2'],
    ['an empty text', { url, html: '' }, 'no list of houses'],
    ['300,000 elements', { url, html: `${html}${'<p>'.repeat(300_000)}` }, 'too many elements'],
    [
      'the city’s list',
      { url, html: html.replaceAll(willows, '1100000000000').replace(/<div class="crumbs.*?<\/div>/s, '') },
      'no houses of the community',
    ],
  ])('names its reason and changes nothing: %s', async (_, page, reason) => {
    const { monitor, handIn } = await monitorByHand(willows);
    const before = await monitor.rows();
    expect(await handIn(page)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(reason) });
    expect(await monitor.rows()).toEqual(before);
  });

  it('is one that was loaded before the last reading, which found newer houses', async () => {
    const { monitor, handIn, handInAll } = await monitorByHand(willows);
    const old = sitePages({ resblockId: willows, houses: [1, 2], price: 400 });
    monitor.clock.ms += 5 * minute;
    await handInAll(five);
    const before = await monitor.rows();
    for (const page of old)
      expect(await handIn({ ...page, ageMs: minute })).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining('older than the last reading'),
      });
    expect(await monitor.rows()).toEqual(before);
  });

  it('is not one that was loaded while the site blocked the monitor', async () => {
    const { monitor, handIn } = await monitorByHand(willows);
    monitor.answers.set(willows, [{ kind: 'refused', refusal: 'login' }]);
    await refresh(monitor);
    const [page] = sitePages({ resblockId: willows, houses: [1] });
    if (!page) throw new Error('a page');
    expect(await handIn({ ...page, ageMs: minute })).toMatchObject({ outcome: 'complete' });
  });
});

describe('a page with odd characters', () => {
  it('stores no house whose text is broken', async () => {
    const { monitor, handIn, onOffer } = await monitorByHand(willows);
    const [page] = sitePages({ resblockId: willows, houses: [1, 2] });
    if (!page) throw new Error('a page');
    const answer = await handIn({ ...page, html: page.html.replace('House 2', 'House \ud800') });
    expect(answer).toMatchObject({ outcome: 'incomplete', houses: 1 });
    expect(await onOffer()).toEqual(['House 1']);
    expect(JSON.stringify(await monitor.rows())).not.toContain('\ufffd');
  });
});

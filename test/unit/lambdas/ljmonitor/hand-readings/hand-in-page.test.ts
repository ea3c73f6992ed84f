import { describe, expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { five, minute, monitorByHand } from '../support/monitor-by-hand.ts';
import { housesOf, pagesOf } from '../support/pages.ts';
import { listUrl, sitePages, siteOrigin } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { bob } from '../support/test-routes.ts';
import { houses, lake, refresh, willows } from '../support/tracked-communities.ts';

const database = await useMonitorDatabase();

describe('a reading by hand', () => {
  it('stores each page, says which are missing, and is complete with the last one', async () => {
    const { monitor, handIn, community, toHandIn, onOffer } = await monitorByHand(database, willows);
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
    const { monitor, handIn, handInAll } = await monitorByHand(database, willows);
    for (const [at, page] of sitePages(five).entries()) await handIn({ ...page, ageMs: (28 - 9 * at) * minute });
    expect(await monitor.ports.store.findResblock(willows)).toMatchObject({ state: 'OK', firstCompleteAtMs: null });
    monitor.clock.ms += 60 * minute;
    // The second reading proves that the first one has shown every house.
    await handInAll(five);
    const first = (await monitor.ports.store.findResblock(willows))?.firstCompleteAtMs;
    const created = (await houses(monitor, willows)).map(({ createTimeMs }) => createTimeMs);
    expect(created).toHaveLength(5);
    expect(first).toBeGreaterThanOrEqual(Math.max(...created));
  });

  it('knows the new style of its first pages on a page of one house', async () => {
    const { monitor, handInAll, onOffer } = await monitorByHand(database, willows);
    await handInAll(five);
    monitor.clock.ms += 60 * minute;
    await handInAll({ ...five, tags: () => ['地铁房'] });
    const stored = await houses(monitor, willows);
    expect(stored.map(({ tags }) => tags)).toEqual(Array.from({ length: 5 }, () => ['地铁房']));
    expect(stored.every(({ createTimeMs, updateTimeMs }) => createTimeMs === updateTimeMs)).toBe(true);
    expect(await onOffer()).toHaveLength(5);
  });

  it('asks the site for nothing, and changes neither its limiter nor a refresh', async () => {
    const { monitor, handInAll } = await monitorByHand(database, willows);
    const before = await monitor.ports.limiter.getState();
    await handInAll(five);
    expect(monitor.asked).toEqual([]);
    expect(monitor.queue).toEqual([]);
    expect(await monitor.ports.limiter.getState()).toEqual(before);
  });

  it('gives the site the credit again after the next complete crawl', async () => {
    const { monitor, handInAll, community } = await monitorByHand(database, willows);
    await handInAll(five);
    monitor.clock.ms += minute;
    monitor.answers.set(willows, pagesOf(willows, housesOf(willows, 5)));
    await refresh(monitor);
    expect(await community()).toMatchObject({ state: 'OK', lastCompleteBy: 'site' });
  });

  it('stores nothing of a page but its houses', async () => {
    const { monitor, handIn } = await monitorByHand(database, willows);
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
    const { monitor, handInAll } = await monitorByHand(database, willows);
    await handInAll(five);
    const before = await houses(monitor, willows);
    monitor.clock.ms += minute;
    await handInAll(five, (pages) => pages.toReversed());
    expect(await houses(monitor, willows)).toEqual(before);
  });

  it('removes a house after two exact readings without it that are a gap apart', async () => {
    const { monitor, handInAll, onOffer } = await monitorByHand(database, willows);
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
    ['a page 0', { url: `${siteOrigin}/ershoufang/pg0c${willows}/`, html }, 'not a community’s list'],
    ['another site', { url: 'https://evil.example/ershoufang/c1199027300101/', html }, 'does not belong'],
    [
      'a host that ends alike',
      { url: `https://bj.lianjia.com.evil.example/ershoufang/c${willows}/`, html },
      'not belong',
    ],
    ['a script', { url: 'javascript:alert(1)', html }, 'does not belong'],
    ['what a script has made', { url: `blob:${url}`, html }, 'does not belong'],
    ['a list that was searched', { url: `${siteOrigin}/ershoufang/c${willows}rs柳/`, html }, 'searched for “柳”'],
    ['no address', { url: '', html }, 'does not belong'],
    ['another city', { url: `https://sh.lianjia.com/ershoufang/c${willows}/`, html }, 'checked at site.test'],
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
    const { monitor, handIn } = await monitorByHand(database, willows);
    const before = await monitor.rows();
    expect(await handIn(page)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(reason) });
    expect(await monitor.rows()).toEqual(before);
  });

  it('is one that was loaded before the last reading, which found newer houses', async () => {
    const { monitor, handIn, handInAll } = await monitorByHand(database, willows);
    const old = sitePages({ resblockId: willows, houses: [1, 2], price: 400 });
    monitor.clock.ms += 5 * minute;
    await handInAll(five);
    const before = await monitor.rows();
    for (const page of old)
      expect(await handIn({ ...page, ageMs: minute })).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining('older than the last check'),
      });
    expect(await monitor.rows()).toEqual(before);
  });

  it('is not one that was loaded while the site blocked the monitor', async () => {
    const { monitor, handIn } = await monitorByHand(database, willows);
    monitor.answers.set(willows, [{ kind: 'refused', refusal: 'login' }]);
    await refresh(monitor);
    const [page] = sitePages({ resblockId: willows, houses: [1] });
    if (!page) throw new Error('a page');
    expect(await handIn({ ...page, ageMs: minute })).toMatchObject({ outcome: 'complete' });
  });
});

describe('the page to open instead of a refused one', () => {
  const [good, second] = sitePages(five);
  const html = good?.html ?? '';

  it.each([
    ['the community itself', `/xiaoqu/${willows}/`, listUrl(willows)],
    ['a list with a filter', `/ershoufang/pg2l2c${willows}/`, listUrl(willows)],
    ['sold houses', `/chengjiao/pg2c${willows}/`, listUrl(willows)],
    ['a page of a list that was searched', `/ershoufang/pg2c${willows}rs柳/`, listUrl(willows, 2)],
    ['another page than its address says', `/ershoufang/pg3c${willows}/`, listUrl(willows, 3)],
    ['a house', '/ershoufang/101133895297.html', undefined],
    ['a community that is not tracked', `/xiaoqu/${lake}/`, undefined],
  ])('is named for %s', async (_, path, open) => {
    const { handIn } = await monitorByHand(database, willows);
    const page = path.includes('pg2c') ? (second?.html ?? '') : html;
    const answer = await handIn({ url: siteOrigin + path, html: page });
    expect([answer.outcome, answer.open]).toEqual(['refused', open]);
  });
});

const searched = (words: string, page = 1) => listUrl(willows, page).replace(/\/$/, `rs${words}/`);

describe('a list that was searched for the name of its community', () => {
  it.each([
    ['as it is', '柳荫里'],
    ['as browsers write it', '%E6%9F%B3%E8%8D%AB%E9%87%8C'],
    ['with spaces', ' 柳荫里%20'],
  ])('is its whole list: %s', async (_, words) => {
    const { handIn } = await monitorByHand(database, willows);
    const answers = [];
    for (const [index, { html }] of sitePages(five).entries())
      answers.push((await handIn({ url: searched(words, index + 1), html })).outcome);
    expect(answers).toEqual(['saved', 'saved', 'complete']);
  });

  it('proves nothing when it is empty', async () => {
    const { handIn, handInAll } = await monitorByHand(database, willows);
    await handInAll(five);
    const [empty] = sitePages({ resblockId: willows, houses: [] });
    expect(await handIn({ url: searched('柳荫里'), html: empty?.html ?? '' })).toMatchObject({
      outcome: 'refused',
      open: listUrl(willows),
    });
  });
});

describe('the address of a page for telephones', () => {
  it.each([
    ['m.lianjia.com/sh', 'https://sh.lianjia.com'],
    ['m.ke.com/sh', 'https://sh.ke.com'],
  ])('counts for the site of its city: %s', async (place, origin) => {
    const { monitor, handIn } = await monitorByHand(database);
    await monitor.ports.store.addResblock(newResblock(willows, undefined, 0, monitor.ports.now(), origin));
    const url = `https://${place}/ershoufang/c${willows}/`;
    expect(await handIn({ url, html: '<div id="app"></div>' })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('page for phones'),
      open: listUrl(willows, 1, origin),
    });
    // A computer may show the whole list at that address.
    const [page] = sitePages({ resblockId: willows, houses: [1, 2], origin });
    expect(await handIn({ url, html: page?.html ?? '' })).toMatchObject({ outcome: 'complete', houses: 2 });
  });

  it('is that of no list when it names no city', async () => {
    const { handIn } = await monitorByHand(database, willows);
    expect(await handIn({ url: `https://m.ke.com/ershoufang/c${willows}/`, html: '' })).toMatchObject({
      outcome: 'refused',
      open: listUrl(willows),
    });
  });
});

describe('a page with odd characters', () => {
  it('stores no house whose text is broken', async () => {
    const { monitor, handIn, onOffer } = await monitorByHand(database, willows);
    const [page] = sitePages({ resblockId: willows, houses: [1, 2] });
    if (!page) throw new Error('a page');
    const answer = await handIn({ ...page, html: page.html.replace('House 2', 'House \ud800') });
    expect(answer).toMatchObject({ outcome: 'incomplete', houses: 1 });
    expect(await onOffer()).toEqual(['House 1']);
    expect(JSON.stringify(await monitor.rows())).not.toContain('\ufffd');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import { House } from 'shared-types/contract/ljmonitor';
import { launchBrowser } from '../support/browser/browser.ts';
import { axeViolations, overflowPx } from '../support/browser/page-checks.ts';
import { type Site, startSite } from '../support/site/site.ts';
import * as steps from './monitor/steps.ts';
import { views } from './visit.ts';

const [, telephone] = views;
const community = { id: '1199027300103', name: '青枫家园' };

let browser: Browser;
let site: Site;
let page: Page;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite({ env: { LISTING_PACE_MS: '60' } })]);
  ({ page } = await steps.sitDown(browser, site, telephone, { name: 'Ann' }));
  await page.goto('/ljmonitor');
  await steps.addCommunity(page, community.id, community.name);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const fail = (path: string, status = 500) =>
  page.route(path, (route) =>
    route.fulfill({ status, json: { errorCode: 'internal', message: 'internal error', requestId: 'r-17' } }),
  );
const titles = () => page.getByRole('heading', { level: 3 });
const button = (name: string) => steps.button(page, name);
const retry = () => page.getByRole('main').getByRole('button', { name: 'retry' });

describe('the monitor, when a call fails,', () => {
  beforeEach(async () => {
    await page.unrouteAll();
    await page.goto('/ljmonitor');
    await titles().first().waitFor();
  }, 60_000);

  it('says so where the lists would be, with the request to name, and goes on when asked', async () => {
    await fail('**/api/ljmonitor/**');
    await page.reload();
    for (const what of ['communities', 'houses'])
      await page.getByText(`The ${what} could not be loaded. The site made a mistake (request r-17).`).waitFor();
    await page.getByText('The refresh cannot be followed.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.unrouteAll();
    await page.getByText('The houses could not').getByRole('button', { name: 'retry' }).click();
    await titles().first().waitFor();
  }, 60_000);

  it('asks again by itself after 5 s when the fault may pass, and never when it may not', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const count = (path: string) => asked.filter((each) => each === path).length;
    await fail('**/api/ljmonitor/house', 503);
    await fail('**/api/ljmonitor/resblock', 404);
    await page.reload();
    await page.getByText('The houses could not be loaded. It is not available just now.').waitFor();
    expect(count('/api/ljmonitor/house')).toBe(1);
    const again = page.waitForRequest('**/api/ljmonitor/house');
    await steps.later(page, 5_000);
    await again;
    await steps.later(page, 5_000);
    expect(count('/api/ljmonitor/resblock')).toBe(1);
  }, 60_000);

  it('takes a read mark back and says so', async () => {
    await fail('**/read');
    await button('read').first().click();
    await page.getByText('It was not marked read. The site made a mistake').waitFor();
    await page.unrouteAll();
    await retry().click();
    await button('undo').click();
    await button('undo').waitFor({ state: 'detached' });
    expect(await page.getByText('It was not marked read.').count()).toBe(0);
  }, 60_000);

  it('leaves a house unread that changed before the mark reached the server, and says so', async () => {
    const marked = new Set<string>();
    await page.route('**/house/*/read', async (route) => {
      marked.add(route.request().method());
      const answer = await route.fetch();
      const house = House.parse(await answer.json());
      // As the server answers when a refresh has found another price since the list was loaded.
      await route.fulfill({ response: answer, json: { ...house, updateTime: house.updateTime + 1 } });
    });
    await button('read').first().click();
    await page.getByText('It has changed since you saw it.').waitFor();
    expect([...marked]).toEqual(['PUT', 'DELETE']);
    await steps.rows(page).first().getByText('unread').waitFor();
  }, 60_000);

  it('takes read all back and says so', async () => {
    const unread = await page.getByText('unread', { exact: true }).count();
    await fail('**/readAllHouse', 503);
    await button('read all').click();
    await page.getByText('Not all could be marked read.').waitFor();
    await page
      .getByText('unread', { exact: true })
      .nth(unread - 1)
      .waitFor();
    expect(await button('undo').count()).toBe(0);
  }, 60_000);

  it('brings a community back that could not be deleted', async () => {
    await fail(`**/resblock/${community.id}`);
    await button('delete').click();
    await page.getByText('It could not be deleted.').waitFor();
    await titles().first().waitFor();
    expect(await page.getByRole('link', { name: community.name }).count()).toBe(1);
  }, 60_000);

  it('says that no refresh was started', async () => {
    await page.route('**/refreshAllHouse', (route) => route.abort());
    await button('refresh all').click();
    const failure = page.getByText('No refresh was started.');
    await failure.waitFor();
    expect(await failure.innerText()).toBe('No refresh was started. There is no connection to the site. retry');
  }, 60_000);

  it('keeps the houses that are there when more cannot be loaded', async () => {
    await page.route('**/house?fromUpdateTime=*', (route) => route.abort());
    await page.reload();
    await titles().nth(29).waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('More houses could not be loaded.').waitFor();
    await page.unrouteAll();
    await retry().click();
    await titles().nth(30).waitFor();
    expect(await titles().count()).toBeGreaterThanOrEqual(31);
  }, 60_000);

  it('says that what opens beneath a row could not be loaded, and begins anew when asked', async () => {
    await page.route('**/detail-parts-*.js', (route) => route.abort());
    await button('prices').click();
    await page.getByText('This could not be loaded. There is no connection to the site.').waitFor();
    await page.unrouteAll();
    await fail('**/stats');
    await retry().click();
    await button('prices').and(page.locator('[aria-expanded=false]')).click();
    await page.getByText('The prices could not be loaded. The site made a mistake (request r-17).').waitFor();
    await page.unrouteAll();
    await retry().click();
    await page.getByRole('figure').waitFor();
    expect(await retry().count()).toBe(0);
  }, 60_000);

  it('says that it is still loading when an answer takes long', async () => {
    await page.route('**/api/ljmonitor/house', () => {});
    await page.reload();
    const houses = page.getByRole('region', { name: 'Houses' });
    await houses.getByText('Loading', { exact: true }).waitFor();
    await steps.later(page, 3_000);
    await houses.getByText('still loading').waitFor();
    expect(await houses.getByText('Loading').count()).toBe(1);
  }, 60_000);
});

describe('the filter', () => {
  it('loads no more than ten pages in a row that show nothing, then asks the person', async () => {
    const asked: string[] = [];
    let updateTime = Date.now();
    const house = {
      resblockId: '1199027300999',
      url: 'https://listing.example/',
      title: 't',
      description: 'd',
      tags: [],
      price: 1,
      unitPrice: 1,
      createTime: 1,
      readTime: null,
      removed: false,
      prices: [],
    };
    await page.unrouteAll();
    await page.route('**/api/ljmonitor/house*', (route) => {
      asked.push(route.request().url());
      updateTime -= 1;
      return route.fulfill({ json: [{ ...house, houseId: String(100_000 + asked.length), updateTime }] });
    });
    await page.goto(`/ljmonitor?resblockId=${community.id}`);
    await button('load more').waitFor();
    expect(asked).toHaveLength(10);
    await button('load more').click();
    await page.getByText('20 pages searched.').waitFor();
    expect(new Set(asked).size).toBe(20);
  }, 60_000);
});

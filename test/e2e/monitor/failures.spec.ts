import type { Page } from '@playwright/test';
import { House } from 'shared-types/contract/ljmonitor';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { expectGoodLooks } from '../fixtures/looks.ts';
import { expect, maples, test, trackedCommunities } from './test.ts';

test.use({ ...trackedCommunities, expectedFailures: [404, 500, 503], cutsOff: true });

const fail = (page: Page, path: string, status = 500) =>
  page.route(path, (route) =>
    route.fulfill({ status, json: { errorCode: 'internal', message: 'internal error', requestId: 'r-17' } }),
  );
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'retry' });

test.describe('the monitor, when a call fails,', { tag: ['@phone-only', '@deep'] }, () => {
  test.beforeEach(({ monitor }) => monitor.open());

  test('says so in the place of the lists, with the id of the request, and goes on when asked', async ({
    page,
    monitor,
  }) => {
    await fail(page, '**/api/ljmonitor/**');
    await page.reload();
    for (const list of ['communities', 'houses'])
      await expect(
        page.getByText(`Could not load the ${list}. Something went wrong on our side (request r-17).`),
      ).toBeVisible();
    await expect(page.getByText('Could not get the refresh status.')).toBeVisible();
    await expectGoodLooks(page);
    await page.unrouteAll();
    await page.getByText('Could not load the houses').getByRole('button', { name: 'retry' }).click();
    await expect(monitor.houses.first()).toBeVisible();
  });

  test('asks again by itself after 5 s when the fault may pass, and never when it may not', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const count = (path: string) => asked.filter((each) => each === path).length;
    await fail(page, '**/api/ljmonitor/house', 503);
    await fail(page, '**/api/ljmonitor/resblock', 404);
    await page.reload();
    await expect(
      page.getByText('Could not load the houses. Temporarily unavailable. Try again in a moment.'),
    ).toBeVisible();
    const again = page.waitForRequest('**/api/ljmonitor/house');
    await page.clock.fastForward(5_000);
    await again;
    await page.clock.fastForward(5_000);
    expect(count('/api/ljmonitor/resblock')).toBe(1);
  });

  test('takes a read mark back and says so', async ({ page, monitor }) => {
    await fail(page, '**/read');
    await monitor.button('read').first().click();
    await expect(page.getByText('Could not mark as read. Something went wrong on our side')).toBeVisible();
    await page.unrouteAll();
    await retry(page).click();
    await monitor.button('Undo').click();
    await expect(monitor.button('Undo')).toHaveCount(0);
    await expect(page.getByText('Could not mark as read.')).toHaveCount(0);
  });

  test('leaves a house unread that changed before the mark reached the server, and says so', async ({
    page,
    monitor,
  }) => {
    const restored = page.waitForRequest('**/batch/unreadHouse');
    await page.route('**/house/*/read', async (route) => {
      const response = await fetchAnswer(route);
      const house = House.parse(await response.json());
      // The server answers so when a refresh has found another price since the list was loaded.
      await route.fulfill({ response, json: { ...house, updateTime: house.updateTime + 1 } });
    });
    await monitor.button('read').first().click();
    await expect(page.getByText('This house has just changed, so it stays unread.')).toBeVisible();
    await restored;
    await expect(monitor.houses.first().getByText('Unread', { exact: true })).toBeVisible();
  });

  test('takes read all back and says so', async ({ page, monitor }) => {
    const unread = page.getByText('Unread', { exact: true });
    const before = await unread.count();
    await fail(page, '**/readAllHouse', 503);
    await monitor.button('read all').click();
    await expect(page.getByText('Could not mark all as read.')).toBeVisible();
    await expect(unread).toHaveCount(before);
    await expect(monitor.button('Undo')).toHaveCount(0);
  });

  test('brings a community back that could not be deleted', async ({ page, monitor }) => {
    await fail(page, `**/resblock/${maples.resblockId}`);
    await monitor.unfoldCommunities();
    await monitor.delete(maples.name);
    await expect(page.getByText(`Could not delete ${maples.name}.`)).toBeVisible();
    await expect(monitor.houses.first()).toBeVisible();
    await expect(page.getByRole('link', { name: maples.name, exact: true })).toHaveCount(1);
    await page.unrouteAll();
  });

  test('says that no refresh was started', async ({ page, monitor }) => {
    await page.route('**/refreshAllHouse', (route) => route.abort());
    await monitor.button('refresh all').click();
    await expect(page.getByText('Could not start a refresh.')).toHaveText(
      'Could not start a refresh. The site could not be reached. retry',
      { ignoreCase: true },
    );
  });

  test('keeps the loaded houses when more cannot be loaded', async ({ page, monitor }) => {
    await page.route('**/house?fromUpdateTime=*', (route) => route.abort());
    await page.reload();
    await expect(monitor.houses.nth(29)).toBeAttached();
    await monitor.chooseRows('Compact');
    // Each house has one line, on a phone too. The first one has the heading of its day above it.
    expect(await monitor.houses.nth(1).evaluate((row: HTMLElement) => row.offsetHeight)).toBeLessThan(50);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect(page.getByText('Could not load more houses.')).toBeVisible();
    await page.unrouteAll();
    await retry(page).click();
    await expect(monitor.houses.nth(30)).toBeAttached();
    await page.context().setOffline(true);
    const offline = page.getByText('You are offline.', { exact: true });
    await expect(offline).toBeVisible();
    await monitor.button('Retry now').click();
    await expect(page.getByText(/^Showing what was loaded at \d\d:\d\d\. Next try in \d s\.$/)).toBeVisible();
    await expect(monitor.houses.nth(30)).toBeAttached();
    await expectGoodLooks(page);
    await page.context().setOffline(false);
    await expect(offline).toHaveCount(0);
  });

  test('says that the part under a row could not be loaded, and loads it again on request', async ({
    page,
    monitor,
  }) => {
    // The main code is loaded already, so this fails only for the parts that are loaded when they are needed.
    await page.route('**/assets/*.js', (route) => route.abort());
    const row = monitor.community(maples.name);
    await monitor.unfoldCommunities();
    await monitor.button('Prices', row).click();
    await expect(page.getByText('Could not load this part. Check your connection and reload.')).toBeVisible();
    await page.unrouteAll();
    await fail(page, '**/stats');
    await monitor.button('Reload').click();
    await monitor.unfoldCommunities();
    await monitor.button('Prices', row).and(page.locator('[aria-expanded=false]')).click();
    await expect(
      page.getByText('Could not load the prices. Something went wrong on our side (request r-17).'),
    ).toBeVisible();
    await page.unrouteAll();
    await retry(page).click();
    await expect(page.getByRole('figure')).toBeVisible();
    await expect(retry(page)).toHaveCount(0);
  });

  test('says that it is still loading when an answer takes long', async ({ page }) => {
    await page.route('**/api/ljmonitor/house', () => {});
    await page.reload();
    const houses = page.getByRole('region', { name: 'Houses' });
    await expect(houses.getByText(/^Loading/)).toBeVisible();
    await page.clock.fastForward(3_000);
    await expect(houses.getByText('still loading')).toBeVisible();
    await expect(houses.getByText('Loading')).toHaveCount(1);
  });
});

test.describe('a list whose houses are all folded away', { tag: ['@phone-only', '@deep'] }, () => {
  test('loads no more than ten pages in a row, then asks the user', async ({ page, monitor }) => {
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
      removed: true,
      prices: [],
      changeTimes: {},
      facts: {},
    };
    await page.route('**/api/ljmonitor/house/sorted*', (route) => {
      asked.push(route.request().url());
      updateTime -= 1;
      const houses = [{ ...house, houseId: String(100_000 + asked.length), updateTime }];
      return route.fulfill({ json: { houses, matches: 90, left: 90 - asked.length } });
    });
    await page.goto('/ljmonitor?unread=true');
    await expect(monitor.button('Load more')).toBeVisible();
    expect(asked).toHaveLength(10);
    await monitor.button('Load more').click();
    await expect(page.getByText('20 of 90 houses are loaded.')).toBeVisible();
    expect(new Set(asked).size).toBe(20);
  });
});

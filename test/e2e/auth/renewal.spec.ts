import type { Page, Response } from '@playwright/test';
import { expireSessions } from '../../support/site/accounts.ts';
import { signIn } from '../fixtures/accounts.ts';
import { hearsTabs } from '../fixtures/hears-tabs.ts';
import { expect, nameOf, test as base } from './test.ts';

const refreshPath = '/api/auth/cognito/sign_in_refresh';
const dayMs = 86_400_000;

/** Sets all of the page's own clock wrong. */
const setClock = (page: Page, ms: number) =>
  page.addInitScript(`{
    const now = (window.rightNow ??= Date.now);
    const origin = (window.rightOrigin ??= performance.timeOrigin);
    Date.now = () => now() + ${ms};
    Object.defineProperty(performance, 'timeOrigin', { value: origin + ${ms}, configurable: true });
  }`);

/** The page belongs to a user who is signed in with an account. */
const test = base.extend<{
  /** The number of requests for a path, in all tabs. */
  count: (path: string) => number;
  expectSignedIn: (tab: Page) => Promise<void>;
}>({
  count: async ({ page, site, account }, use) => {
    await signIn(page, site, account);
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
    await use((path) => asked.filter((each) => each === path).length);
  },
  expectSignedIn: ({ account }, use) =>
    use(async (tab) => {
      const link = tab.getByRole('link', { name: nameOf(account), exact: true });
      // Either is an end: a tab that was sent away must not look like a slow one.
      await expect(link.or(tab.getByRole('heading', { name: 'Sign in' }))).toBeVisible();
      expect(new URL(tab.url()).pathname).toBe('/ljmonitor');
      await expect(tab.getByText('No Data Yet')).toBeVisible();
    }),
});

const expectLeft = (page: Page) => expect(page).toHaveURL(/\/auth\?redirectUrl=/);
/** Makes the page call the site. Without communities, a search is an act that it offers. */
const searchHouses = (page: Page) => page.getByLabel('Search houses').fill('tea');
const isTaken = (response: Response) => response.url().includes('/house/sorted?') && response.ok();
const monitorPage = /\/ljmonitor\?text=tea$/;

test.describe('a page without a session', () => {
  test('renews it and starts again', async ({ page, site, count, expectSignedIn }) => {
    await expireSessions(site);
    await page.goto('/ljmonitor');
    await expectSignedIn(page);
    expect(count(refreshPath)).toBe(1);
    expect(count('/ljmonitor')).toBe(2);
  });

  test.describe('with two tabs', { tag: '@deep' }, () => {
    // Together they can need more than ten executions at once; then the browser asks again.
    test.use({ expectedFailures: [400, 401, 500] });

    test('renews it once for two tabs that load together', async ({ page, site, count, expectSignedIn }) => {
      const other = await page.context().newPage();
      await expireSessions(site);
      await Promise.all([page.goto('/ljmonitor'), other.goto('/ljmonitor')]);
      for (const tab of [page, other]) await expectSignedIn(tab);
      expect(count(refreshPath)).toBe(1);
    });
  });

  for (const status of [401, 503])
    test(
      `leads to the sign-in page when the renewal is answered with ${status}`,
      { tag: '@deep' },
      async ({ page, auth, site, count }) => {
        await expireSessions(site);
        await page.route(`**${refreshPath}`, (route) =>
          route.fulfill({ status, json: {}, headers: { 'x-request-id': 'r1' } }),
        );
        await page.goto('/ljmonitor?resblockId=1');
        await expectLeft(page);
        expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1');
        await page.getByRole('link', { name: 'my.site' }).click();
        await expectLeft(page);
        await auth.expectTitle('Sign in');
        expect(count(refreshPath)).toBe(1);
      },
    );

  test(
    'starts again when another tab signs in while the renewal is refused',
    { tag: '@deep' },
    async ({ page, site, account, count, expectSignedIn }) => {
      const other = await page.context().newPage();
      await expireSessions(site);
      await page.route(`**${refreshPath}`, async (route) => {
        await signIn(other, site, account);
        await route.fulfill({ status: 401, json: {} });
      });
      await page.goto('/ljmonitor');
      await expectSignedIn(page);
      expect(count(refreshPath)).toBe(1);
    },
  );

  test('stops when a renewed session is refused', { tag: '@deep' }, async ({ page, count }) => {
    await page.context().route('**/api/auth/session', (route) => route.fulfill({ status: 401, json: {} }));
    await page.goto('/stack');
    await expectLeft(page);
    expect(count(refreshPath)).toBe(1);
    expect(count('/stack')).toBe(2);
  });
});

test.describe('a session that expires under an open page', () => {
  test('is renewed once for all calls and all tabs, and the user notices nothing', async ({ page, site, count }) => {
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('/ljmonitor');
      await expect(tab.getByText('No Data Yet')).toBeVisible();
    }
    await expireSessions(site);
    const loads = count('/ljmonitor');
    const taken = [page, other].map((tab) => tab.waitForResponse(isTaken));
    await Promise.all([page, other].map(searchHouses));
    await Promise.all(taken);
    for (const tab of [page, other]) await expect(tab).toHaveURL(monitorPage);
    expect(count(refreshPath)).toBe(1);
    expect(count('/ljmonitor')).toBe(loads);
  });

  for (const ms of [-dayMs, dayMs])
    test(
      `is renewed although the clock is wrong by a day: ${ms} ms`,
      { tag: '@deep' },
      async ({ page, site, count, expectSignedIn }) => {
        await setClock(page, ms);
        await expireSessions(site);
        await page.goto('/ljmonitor');
        await expectSignedIn(page);
        // The next hour ends under the open page, more than a moment later.
        await setClock(page, ms + 60_000);
        await page.reload();
        await expect(page.getByText('No Data Yet')).toBeVisible();
        await expireSessions(site);
        const taken = page.waitForResponse(isTaken);
        await searchHouses(page);
        await taken;
        await expect(page).toHaveURL(monitorPage);
        expect(count(refreshPath)).toBe(2);
      },
    );

  test('leads to the sign-in page when it cannot be renewed, and a sign-in in one tab leads all of them back', async ({
    page,
    site,
    account,
    count,
    expectSignedIn,
  }) => {
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('/ljmonitor');
      await expect(tab.getByText('No Data Yet')).toBeVisible();
      await hearsTabs(tab);
    }
    await expireSessions(site);
    await page.context().route(`**${refreshPath}`, (route) => route.fulfill({ status: 401, json: {} }));
    await searchHouses(page);
    for (const tab of [page, other]) {
      await expectLeft(tab);
      expect(new URL(tab.url()).searchParams.get('redirectUrl')).toMatch(/^\/ljmonitor(\?text=tea)?$/);
      await expect(tab.getByRole('alert')).toHaveText('Your session has ended. Sign in to go on where you left off.');
    }
    expect(count(refreshPath)).toBe(1);

    await signIn(other, site, account);
    await other.goto('/ljmonitor');
    await expectSignedIn(other);
    await hearsTabs(other);
    await expectSignedIn(page);
  });
});

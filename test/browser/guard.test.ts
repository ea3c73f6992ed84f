import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Response } from '@playwright/test';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Site, startSite } from '../support/site/site.ts';
import { endTheHour, makeAccount, signIn } from './account.ts';
import { views, visit } from './visit.ts';

const [desk] = views;
const username = 'ann@example.com';
const refreshPath = '/api/auth/cognito/sign_in_refresh';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  const { page } = await visit(browser, site, desk);
  await makeAccount(page, site, username);
  await page.context().close();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Ann's browser, signed in, with all the requests that it makes. */
async function ann() {
  const { page } = await visit(browser, site, desk);
  await signIn(page, site, username);
  const context = page.context();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { page, context, count: (path: string) => asked.filter((each) => each === path).length };
}

const day = 86_400_000;
/** The page's own clock, all of it. */
const wrongClock = (ms: number) => `{
  const now = (window.rightNow ??= Date.now);
  const origin = (window.rightOrigin ??= performance.timeOrigin);
  Date.now = () => now() + ${ms};
  Object.defineProperty(performance, 'timeOrigin', { value: origin + ${ms}, configurable: true });
}`;

const leftFor = (page: Page) => page.waitForURL('**/auth?redirectUrl=*');
const name = (page: Page) => page.getByRole('link', { name: 'ann', exact: true });

describe('a page that has no user', () => {
  it('renews the session and begins again', async () => {
    const { page, context, count } = await ann();
    await endTheHour(site);
    await page.goto('/ljmonitor');
    await name(page).waitFor();
    await page.getByText('No Data Yet').waitFor();
    expect(count(refreshPath)).toBe(1);
    expect(count('/ljmonitor')).toBe(2);
    await context.close();
  }, 60_000);

  it('does that once for two tabs that load together, and both stay in', async () => {
    const { page, context, count } = await ann();
    const other = await context.newPage();
    await endTheHour(site);
    await Promise.all([page.goto('/ljmonitor'), other.goto('/ljmonitor')]);
    for (const tab of [page, other]) {
      // Either is an end: a tab that was sent away must not look like a slow one.
      await name(tab)
        .or(tab.getByRole('heading', { name: 'Sign in' }))
        .waitFor();
      expect(new URL(tab.url()).pathname).toBe('/ljmonitor');
      await tab.getByText('No Data Yet').waitFor();
    }
    expect(count(refreshPath)).toBe(1);
    await context.close();
  }, 90_000);

  it.each([[401], [503]])(
    'leaves for the sign-in page when that is answered with %s',
    async (status) => {
      const { page, context, count } = await ann();
      await endTheHour(site);
      await page.route(`**${refreshPath}`, (route) => route.fulfill({ status, json: {} }));
      await page.goto('/ljmonitor?resblockId=1');
      await leftFor(page);
      expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1');
      await page.getByRole('link', { name: 'my.site' }).click();
      await leftFor(page);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(count(refreshPath)).toBe(1);
      await context.close();
    },
    60_000,
  );

  it('begins again when another tab has signed in anew while it was refused', async () => {
    const { page, context, count } = await ann();
    const other = await context.newPage();
    await endTheHour(site);
    await page.route(`**${refreshPath}`, async (route) => {
      await signIn(other, site, username);
      await route.fulfill({ status: 401, json: {} });
    });
    await page.goto('/ljmonitor');
    // Either is an end.
    await name(page)
      .or(page.getByRole('heading', { name: 'Sign in' }))
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/ljmonitor');
    expect(count(refreshPath)).toBe(1);
    await context.close();
  }, 60_000);

  it('asks Google when it was Google that vouched', async () => {
    const { page, context, count } = await ann();
    await endTheHour(site);
    await context.addCookies([{ name: 'refresh_type', value: 'google', url: site.origin, secure: true }]);
    await page.goto('/stack');
    await leftFor(page);
    expect(count('/api/auth/google/oauth2_refresh')).toBe(1);
    expect(count(refreshPath)).toBe(0);
    await context.close();
  }, 60_000);

  it('asks nobody when the cookie holds another word', async () => {
    const { page, context, count } = await ann();
    await endTheHour(site);
    await context.addCookies([{ name: 'refresh_type', value: 'x', url: site.origin, secure: true }]);
    await page.goto('/stack');
    await leftFor(page);
    expect(count(refreshPath)).toBe(0);
    await context.close();
  }, 60_000);

  it('does not go round in circles when a renewed session is none', async () => {
    const { page, context, count } = await ann();
    await context.route('**/api/auth/session', (route) => route.fulfill({ status: 401, json: {} }));
    await page.goto('/stack');
    await leftFor(page);
    expect(count(refreshPath)).toBe(1);
    expect(count('/stack')).toBe(2);
    await context.close();
  }, 60_000);
});

const isTaken = (response: Response) => response.url().endsWith('/batch/refreshAllHouse') && response.ok();

describe('a session that ends under an open page', () => {
  it('is renewed once for all calls and all tabs, and nobody notices', async () => {
    const { page, context, count } = await ann();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/ljmonitor');
      await tab.getByText('No Data Yet').waitFor();
    }
    await endTheHour(site);
    const loads = count('/ljmonitor');
    const taken = [page, other].map((tab) => tab.waitForResponse(isTaken));
    await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'refresh all' }).click()));
    // The schedule may have refreshed already: that a refresh is over says nothing of these two.
    await Promise.all(taken);
    for (const tab of [page, other]) await tab.getByText('Last refresh success').waitFor();
    for (const tab of [page, other]) expect(new URL(tab.url()).pathname).toBe('/ljmonitor');
    expect(count(refreshPath)).toBe(1);
    expect(count('/ljmonitor')).toBe(loads);
    await context.close();
  }, 60_000);

  it.each([[-day], [day]])(
    'is renewed also where the clock is wrong by a day: %i ms',
    async (ms) => {
      const { page, context, count } = await ann();
      await page.addInitScript(wrongClock(ms));
      await endTheHour(site);
      await page.goto('/ljmonitor');
      await page.getByText('No Data Yet').waitFor();
      await name(page).waitFor();
      // The next hour ends under the open page, more than a moment later.
      await page.addInitScript(wrongClock(ms + 60_000));
      await page.reload();
      await page.getByText('No Data Yet').waitFor();
      await endTheHour(site);
      const isDone = page.waitForResponse((answer) => answer.url().endsWith('/refreshAllHouse') && answer.ok());
      await page.getByRole('button', { name: 'refresh all' }).click();
      await isDone;
      expect(new URL(page.url()).pathname).toBe('/ljmonitor');
      expect(count(refreshPath)).toBe(2);
      await context.close();
    },
    60_000,
  );

  it('is renewed also when the clock was put right in between', async () => {
    const { page, context, count } = await ann();
    await page.addInitScript(wrongClock(day));
    await endTheHour(site);
    await page.goto('/ljmonitor');
    await page.getByText('No Data Yet').waitFor();
    await page.addInitScript(wrongClock(0));
    await endTheHour(site);
    await page.goto('/stack');
    await name(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/stack');
    expect(count(refreshPath)).toBe(2);
    await context.close();
  }, 60_000);

  it('leads to the sign-in page when it cannot be renewed', async () => {
    const { page, context } = await ann();
    await page.goto('/ljmonitor');
    await page.getByText('No Data Yet').waitFor();
    await endTheHour(site);
    await page.route(`**${refreshPath}`, (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByRole('button', { name: 'refresh all' }).click();
    await leftFor(page);
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor');
    await context.close();
  }, 60_000);
});

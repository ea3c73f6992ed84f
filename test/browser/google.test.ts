import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod';
import type { Complaints } from '../support/browser/page-checks.ts';
import type { Site } from '../support/site/site.ts';
import { endTheHour } from './account.ts';
import { looksWellAnywhere } from './looks.ts';
import { openForAll } from './opened.ts';
import { views, visit } from './visit.ts';

let browser: Browser;
let site: Site;
openForAll((opened) => ({ browser, site } = opened));

const consents = async (email: string) =>
  z
    .array(z.object({ email: z.string(), consents: z.number() }))
    .parse(await site.control('/google'))
    .find((account) => account.email === email)?.consents;

/** One pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const pictureUrl = 'https://lh3.googleusercontent.com/a/ann';

/** Google's page itself, and the face of whoever came from there. */
const isExpected = (url: string) => url === pictureUrl || /^http:\/\/127\.0\.0\.1:\d+\/(authorize|choose)\?/.test(url);

const [desk] = views;
const init = '**/api/auth/google/init';
const unavailable = (more: object = {}) => ({
  status: 503,
  json: { errorCode: 'unavailable', message: 'no', requestId: 'r-1', ...more },
});
const minuteMs = 60_000;

async function withClock() {
  const { page } = await visit(browser, site, desk, { expectedStatuses: [401, 503] });
  await page.clock.install();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { page, button };
}

describe('the button', () => {
  it('asks once where Google is not set up, and says so', async () => {
    const { page, button } = await withClock();
    let asked = 0;
    await page.route(init, (route) => {
      asked += 1;
      return route.fulfill(unavailable({ isSetUp: false, retryAfterSeconds: 3600 }));
    });
    await page.goto('/auth');
    await button('error').waitFor();
    await page.getByText('Signing in with Google is not set up here.').waitFor();
    await page.clock.runFor(minuteMs);
    await page.getByRole('link', { name: 'Sign in with Cognito' }).waitFor();
    expect(asked).toBe(1);
    expect(await button('error').isDisabled()).toBe(true);
    await page.context().close();
  });

  it('asks again while Google cannot be reached, also when that began on the click', async () => {
    const { page, button } = await withClock();
    let isDown = true;
    await page.route(init, (route) => (isDown ? route.fulfill(unavailable()) : route.fallback()));
    await page.goto('/auth');
    await button('error').waitFor();
    await page.getByText('Signing in with Google is not possible just now.').waitFor();
    isDown = false;
    await page.clock.fastForward(5_000);
    await button('Sign in with Google').waitFor();

    // So old that it is asked for again before one leaves.
    await page.clock.fastForward(10 * minuteMs);
    isDown = true;
    await button('Sign in with Google').click();
    await button('error').waitFor();
    isDown = false;
    await page.clock.fastForward(5_000);
    await button('Sign in with Google').click();
    await page.getByRole('link', { name: 'ann@home.example' }).waitFor();
    expect(new URL(page.url()).origin).not.toBe(site.origin);
    await page.context().close();
  });
});

describe('the way in with Google', () => {
  let page: Page;
  let complaints: Complaints;
  beforeAll(async () => {
    ({ page, complaints } = await visit(browser, site, desk, { expectedStatuses: [401, 503] }));
  }, 60_000);
  afterAll(() => page.context().close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const account = (email: string) => page.getByRole('link', { name: email });
  const me = () => page.getByRole('link', { name: 'Ann Example', exact: true });
  const looksWell = () =>
    looksWellAnywhere(page, {
      ...complaints,
      otherOrigins: complaints.otherOrigins.filter((url) => !isExpected(url)),
    });

  it('shows a spinner while it loads, and a disabled button when that fails', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(init, async (route) => {
      await held;
      await route.fulfill(unavailable());
    });
    await page.goto('/stack');
    const spinner = page.locator('output', { hasText: 'Loading the sign-in with Google' }).locator('span').first();
    await spinner.waitFor();
    expect(await spinner.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])).toEqual([
      40, 40,
    ]);
    letGo();
    await button('error').waitFor();
    expect(await button('error').isDisabled()).toBe(true);
    await looksWell();
    await page.unrouteAll({ behavior: 'wait' });
  }, 60_000);

  it('ends for a stranger at a friendly refusal', async () => {
    await page.goto('/stack');
    await button('Sign in with Google').click();
    await account('bo@elsewhere.example').waitFor();
    await looksWell();
    await account('bo@elsewhere.example').click();
    await page.waitForURL('**/auth?error=notAllowed&redirectUrl=%2Fstack');
    expect(await page.getByRole('alert').innerText()).toBe(
      'This account is not on the list of those who may come in here. Choose another, or ask the owner.',
    );
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await button('Sign in with Google').waitFor();
    await looksWell();
    expect(await consents('bo@elsewhere.example')).toBe(0);
  }, 60_000);

  it('says nothing when one would rather not, and lets one try again', async () => {
    await button('Sign in with Google').click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/auth?redirectUrl=%2Fstack');
    await button('Sign in with Google').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }, 60_000);

  it('opens what a newcomer first asked for, in each tab, and stays open over the hour', async () => {
    await page.context().clearCookies();
    const tab = await page.context().newPage();
    let begun = 0;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.context().route(init, async (route) => {
      begun += 1;
      await held;
      await route.fallback();
    });
    await Promise.all([page.goto('/stack'), tab.goto('/chat')]);
    for (const each of [page, tab])
      await each.locator('output', { hasText: 'Loading the sign-in with Google' }).waitFor();
    // The other brings along the cookie that this one is given.
    expect(begun).toBe(1);
    letGo();
    await tab.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
    await button('Sign in with Google').click();
    await account('ann@home.example').click();
    await page.waitForURL('**/stack');
    await me().waitFor();
    await tab.getByRole('link', { name: 'ann@home.example' }).click();
    await tab.waitForURL('**/chat');
    await tab.close();
    await page.goto('/auth');
    await me().waitFor();
    // The hour ends at once here, and a browser asks for another at most once in 10 s.
    await page.evaluate("localStorage.removeItem('last-refresh')");
    // A page that is open would ask at once, and be left while it does.
    await page.goto('about:blank');
    await endTheHour(site);
    const refreshed = page.waitForResponse('**/api/auth/google/oauth2_refresh');
    await page.goto('/stack');
    expect((await refreshed).status()).toBe(200);
    await me().waitFor();
    expect(new URL(page.url()).pathname).toBe('/stack');
  }, 60_000);

  it('has a card with a face, and a way out that Google hears of', async () => {
    await page.route('**/api/auth/session', async (route) => {
      const response = await route.fetch();
      // A page that asks again finds its own way.
      if (!response.ok()) return route.fulfill({ response });
      const { data } = z.object({ data: z.object({ userContext: z.looseObject({}) }) }).parse(await response.json());
      return route.fulfill({ json: { data: { userContext: { ...data.userContext, avatarUrl: pictureUrl } } } });
    });
    await page.route(pictureUrl, (route) => route.fulfill({ contentType: 'image/gif', body: picture }));
    await page.goto('/auth');
    await page.getByText(/^google\|\d{21}$/).waitFor();
    // The sign-in of the first tab ended with that of the second.
    await page.getByText('this browser').waitFor();
    expect(await page.getByText(/^Google, since/).count()).toBe(1);
    const face = page.locator(`img[src="${pictureUrl}"]`);
    await face.waitFor();
    expect(await face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await looksWell();
    await page.route(pictureUrl, (route) => route.abort());
    await page.reload();
    await page.getByText('A', { exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await consents('ann@home.example')).toBeGreaterThan(0);
    await button('Sign out').click();
    await page.waitForURL('**/auth?redirectUrl=%2F');
    // The button has begun another sign-in: that is its step.
    await button('Sign in with Google').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-step-g']);
    expect(await consents('ann@home.example')).toBe(0);
  }, 60_000);
});

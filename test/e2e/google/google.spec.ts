import type { Page } from '@playwright/test';
import * as z from 'zod';
import type { Site } from '../../support/site/site.ts';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test as base } from '../fixtures/test.ts';
import { AuthPage } from '../pages/auth-page.ts';

const minuteMs = 60_000;
const init = '**/api/auth/google/init';
const pictureUrl = 'https://lh3.googleusercontent.com/a/ann';
/** A GIF of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const unavailable = (more: object = {}) => ({
  status: 503,
  json: { errorCode: 'unavailable', message: 'no', requestId: 'r-1', ...more },
});

/** Returns the number of consents that the stand-in for Google keeps for an account. */
const consents = async (site: Site, email: string) =>
  z
    .array(z.object({ email: z.string(), consents: z.number() }))
    .parse(await site.control('/google'))
    .find((account) => account.email === email)?.consents;

const test = base.extend<{ auth: AuthPage }>({
  signedIn: false,
  expectedFailures: [[401, 503], { scope: 'test' }],
  cutsOff: true,
  otherOrigins: /^https:\/\/lh3\.googleusercontent\.com\/a\/ann$|^http:\/\/127\.0\.0\.1:\d+\/(authorize|choose)\?/,
  auth: ({ page }, use) => use(new AuthPage(page)),
});

/** Returns the cookies that a page sends, as a header. */
const cookiesOf = async (page: Page) =>
  (await page.context().cookies(page.url())).map(({ name, value }) => `${name}=${value}`).join('; ');

const account = (page: Page, email: string) => page.getByRole('link', { name: email });
const me = (page: Page) => page.getByRole('link', { name: 'Ann Example', exact: true });
const spinner = (page: Page) => page.locator('output', { hasText: 'Loading Google sign-in' });

test.describe('a user of a Google account', () => {
  test.use({ expectedFailures: [401, 403] });

  test('confirms in another tab, and the original call completes', async ({ page, auth, site, openPage }) => {
    await signInWithGoogle(await openPage(), '/stack');
    await signInWithGoogle(page, '/stack');
    await page.goto('/auth');
    await expect(page.getByRole('link', { name: 'your Google Account' })).toBeVisible();
    await site.control('/clock', { advanceMs: 5 * minuteMs });
    const before = await consents(site, 'ann@home.example');
    await page.getByRole('button', { name: /^End session since/ }).click();
    const leave = page.getByRole('link', { name: 'Continue with Google' });
    await expect(leave).toBeVisible();
    await expectGoodLooksInBothViews(page, { isLoading: true });

    /** Chooses an account in the other tab. */
    const choose = async (email: string, title: string) => {
      const opening = page.context().waitForEvent('page');
      await leave.click();
      const tab = await opening;
      await account(tab, email).click();
      await expect(tab.getByRole('heading', { name: title })).toBeVisible();
      await expectGoodLooksInBothViews(tab);
      await tab.close();
    };
    await choose('bo@elsewhere.example', 'Not confirmed');
    await expect(page.getByText('That was another Google account.')).toBeVisible();
    await choose('ann@home.example', 'Confirmed');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^End session since/ })).toHaveCount(0);
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    // The consent that renews the session is still the same.
    expect(await consents(site, 'ann@home.example')).toBe(before);
    await expect(auth.button('Change password')).toHaveCount(0);
  });
});

async function signInWithGoogle(page: Page, path: string) {
  await page.goto(path);
  await new AuthPage(page).google.click();
  await account(page, 'ann@home.example').click();
  await expect(me(page)).toBeVisible();
}

test.describe('the button of Google', () => {
  test('asks once where Google is not set up, and says so', async ({ page, auth }) => {
    await page.clock.install();
    let asked = 0;
    await page.route(init, (route) => {
      asked += 1;
      return route.fulfill(unavailable({ isSetUp: false, retryAfterSeconds: 3600 }));
    });
    await page.goto('/auth');
    await expect(auth.button('error')).toBeVisible();
    await expect(page.getByText('Google sign-in is not set up on this site.')).toBeVisible();
    await page.clock.runFor(minuteMs);
    await expect(auth.cognito).toBeVisible();
    expect(asked).toBe(1);
    await expect(auth.button('error')).toBeDisabled();
  });

  test(
    'asks again while Google cannot be reached, also when that began on the click',
    { tag: '@deep' },
    async ({ page, auth, site }) => {
      await page.clock.install();
      let isDown = true;
      await page.route(init, (route) => (isDown ? route.fulfill(unavailable()) : route.fallback()));
      await page.goto('/auth');
      await expect(auth.button('error')).toBeVisible();
      await expect(page.getByText('Google sign-in is unavailable right now.')).toBeVisible();
      isDown = false;
      await page.clock.fastForward(5_000);
      await expect(auth.google).toBeVisible();

      // The answer is so old that the page asks again before it leaves.
      await page.clock.fastForward(10 * minuteMs);
      isDown = true;
      await auth.google.click();
      await expect(auth.button('error')).toBeVisible();
      isDown = false;
      await page.clock.fastForward(5_000);
      await auth.google.click();
      await expect(account(page, 'ann@home.example')).toBeVisible();
      expect(new URL(page.url()).origin).not.toBe(site.origin);
    },
  );

  test('is a spinner while it loads, and is disabled when that fails', { tag: '@deep' }, async ({ page, auth }) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(init, async (route) => {
      await isReleased;
      await route.fulfill(unavailable());
    });
    await page.goto('/stack');
    const circle = spinner(page).locator('span').first();
    await expect(circle).toBeVisible();
    expect(await circle.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])).toEqual([
      40, 40,
    ]);
    release();
    await expect(auth.button('error')).toBeDisabled();
    await expectGoodLooksInBothViews(page);
  });
});

test.describe('the sign-in with Google', () => {
  test('refuses an account that is not on the list', async ({ page, auth, site }) => {
    await page.goto('/stack');
    await auth.google.click();
    await expect(account(page, 'bo@elsewhere.example')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await account(page, 'bo@elsewhere.example').click();
    await expect(page).toHaveURL('/auth?error=notAllowed&redirectUrl=%2Fstack');
    await expect(page.getByRole('alert')).toHaveText(
      'This account does not have access. Try another account, or ask the owner.',
    );
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(auth.google).toBeVisible();
    await expectGoodLooksInBothViews(page);
    expect(await consents(site, 'bo@elsewhere.example')).toBe(0);
  });

  test('says nothing when the visitor cancels, and offers another try', { tag: '@deep' }, async ({ page, auth }) => {
    await page.goto('/stack');
    await auth.google.click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/auth?redirectUrl=%2Fstack');
    await expect(auth.google).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test(
    'is started once by two tabs, and each opens its requested address',
    { tag: '@deep' },
    async ({ page, auth, site }) => {
      const tab = await page.context().newPage();
      let started = 0;
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.context().route(init, async (route) => {
        started += 1;
        await isReleased;
        await route.fallback();
      });
      await Promise.all([page.goto('/stack'), tab.goto('/chat')]);
      for (const each of [page, tab]) await expect(spinner(each)).toBeVisible();
      // The other tab sends the cookie that this one is given.
      expect(started).toBe(1);
      release();
      await new AuthPage(tab).google.click();
      await auth.google.click();
      await account(page, 'ann@home.example').click();
      await expect(page).toHaveURL('/stack');
      await expect(me(page)).toBeVisible();
      const callAsFirst = apiCaller(site.origin, await cookiesOf(page));
      expect(await callAsFirst('GET /api/auth/session', {})).toMatchObject({ data: {} });
      await account(tab, 'ann@home.example').click();
      await expect(tab).toHaveURL('/chat');
      // Other tests leave sessions of the account behind, so that this one looks at its own.
      await expect(callAsFirst('GET /api/auth/session', {})).rejects.toMatchObject({ status: 401 });
      await tab.goto('/auth');
      await expect(tab.getByText('This browser', { exact: true })).toBeVisible();
    },
  );

  test('shows a card with the picture of the account', async ({ page }) => {
    await signInWithGoogle(page, '/stack');
    await page.route('**/api/auth/session', async (route) => {
      const response = await fetchAnswer(route);
      // A page whose session is missing renews it by itself.
      if (!response.ok()) return route.fulfill({ response });
      const { data } = z.object({ data: z.object({ userContext: z.looseObject({}) }) }).parse(await response.json());
      return route.fulfill({ json: { data: { userContext: { ...data.userContext, avatarUrl: pictureUrl } } } });
    });
    await page.route(pictureUrl, (route) => route.fulfill({ contentType: 'image/gif', body: picture }));
    await page.goto('/auth');
    await expect(page.getByText(/^google\|\d{21}$/)).toBeVisible();
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    const image = page.locator(`img[src="${pictureUrl}"]`);
    await expect(image).toBeVisible();
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
    await expectGoodLooksInBothViews(page);
    await page.route(pictureUrl, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('A', { exact: true })).toBeVisible();
  });

  test.describe('the sign-out in the only browser of a Google account', () => {
    test.use({ ownSite: true });

    test('revokes the consent at Google', async ({ page, auth, site }) => {
      await signInWithGoogle(page, '/stack');
      await page.goto('/auth');
      expect(await consents(site, 'ann@home.example')).toBeGreaterThan(0);
      await auth.button('Sign out').click();
      await expect(page).toHaveURL('/auth?redirectUrl=%2F');
      // The button has started another sign-in, which has its step cookie. The browser stays a known one.
      await expect(auth.google).toBeVisible();
      const names = (await page.context().cookies(site.origin)).map(({ name }) => name);
      expect(names.toSorted()).toEqual(['__Host-device', '__Host-step-g']);
      expect(await consents(site, 'ann@home.example')).toBe(0);
    });
  });
});

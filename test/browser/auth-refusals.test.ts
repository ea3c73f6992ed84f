import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, overflowPx } from '../support/page-checks.ts';
import { type Site, startSite } from '../support/site.ts';
import { password } from './account.ts';
import { views, visit } from './visit.ts';

const [, telephone] = views;
let browser: Browser;
let site: Site;
let page: Page;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  ({ page } = await visit(browser, site, telephone));
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const answer = (call: string, errorCode: string, status = 400) =>
  page.route(`**/api/auth/cognito/${call}`, (route) =>
    route.fulfill({
      status,
      json: { errorCode, message: 'no', requestId: 'r-1', totp: 'ABCDEFGHIJKLMNOP', retryAfterSeconds: 90 },
    }),
  );

/** Types a name and a password, and signs in. */
async function signIn(redirectUrl = '/stack') {
  // The same address again would be a reload, which keeps the page that one was on.
  await page.goto('/auth');
  await page.goto(`/auth/signin/cognito?redirectUrl=${encodeURIComponent(redirectUrl)}`);
  await field('Username').fill('ann@example.com');
  await field('Password').fill(password);
  await press('Sign In');
}

/** The text stands under the field, which has the keyboard; a change of the field takes it away. */
async function isSaidAt(label: string, text: string) {
  await page.getByText(text, { exact: true }).waitFor();
  expect(await field(label).getAttribute('aria-invalid')).toBe('true');
  const ids = (await field(label).getAttribute('aria-describedby'))?.split(' ') ?? [];
  expect(await page.locator(`[id="${ids.at(-1)}"]`).innerText()).toContain(text);
  expect(await field(label).evaluate((element) => element === document.activeElement)).toBe(true);
  await field(label).press('End');
  await field(label).press('1');
  await page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
}

describe('a refusal is said with the words of the catalogue', () => {
  it.each([
    ['incorrectUsernameOrPassword', 400, 'Incorrect username or password'],
    ['tooMany', 429, 'Login error'],
    ['unavailable', 503, 'Login error'],
  ])(
    'at sign-in, for %s',
    async (errorCode, status, text) => {
      await page.unrouteAll();
      await answer('sign_in', errorCode, status);
      await signIn();
      await isSaidAt('Password', text);
      expect(new URL(page.url()).pathname).toBe('/auth/signin/cognito');
    },
    60_000,
  );

  it('at sign-up', async () => {
    await page.unrouteAll();
    await answer('sign_up', 'signUpRefused');
    await page.goto('/auth/signin/cognito');
    await press("Don't have an account? Sign Up");
    await field('Invitation code').fill('x');
    await field('Username').fill('ann@example.com');
    await field('Password').fill(password);
    await field('Confirm password').fill(password);
    await press('Sign Up');
    await isSaidAt('Invitation code', 'Sign Up Error');
    expect(new URL(page.url()).pathname).toBe('/auth/signin/cognito');
  }, 60_000);

  it.each([
    ['requiresConfirm', 'sign_up_confirm', 'confirmRefused', 'Confirmation code', 'Confirm Sign Up', 'Confirm Error'],
    ['requireSetupMFA', 'setup_mfa', 'wrongCode', 'MFA code', 'Confirm', 'MFA confirm error'],
    ['requireMFA', 'sign_in_confirm', 'wrongCode', 'MFA code', 'Confirm', 'MFA confirm error'],
  ])(
    'after %s, by %s',
    async (next, call, errorCode, label, label2, text) => {
      await page.unrouteAll();
      await answer('sign_in', next);
      await answer(call, errorCode);
      await signIn();
      await field(label).fill('123456');
      await press(label2);
      await isSaidAt(label, text);
      expect(new URL(page.url()).pathname).toBe('/auth/signin/cognito');
    },
    60_000,
  );

  it.each([
    ['sign_in_confirm', 'requireMFA'],
    ['setup_mfa', 'requireSetupMFA'],
  ])(
    'with a way back to the start when the step of %s is over',
    async (call, next) => {
      await page.unrouteAll();
      await answer('sign_in', next);
      await answer(call, 'expired');
      await signIn();
      await field('MFA code').fill('123456');
      await press('Confirm');
      await page.getByText('MFA confirm error', { exact: true }).waitFor();
      await press('Back to sign in');
      await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
      expect(page.url()).toContain('redirectUrl=%2Fstack');
      await press('Sign In');
      await field('MFA code').waitFor();
    },
    60_000,
  );

  it.each([
    ['sign_in_confirm', 'requireMFA'],
    ['setup_mfa', 'requireSetupMFA'],
  ])(
    'with the time to wait after too many codes at %s',
    async (call, next) => {
      await page.unrouteAll();
      await answer('sign_in', next);
      await answer(call, 'tooMany', 429);
      await signIn();
      await field('MFA code').fill('123456');
      await press('Confirm');
      await page.getByText('MFA confirm error', { exact: true }).waitFor();
      expect(await page.getByText('Too many wrong codes. Try again in 2 minutes.', { exact: true }).count()).toBe(1);
      await isSaidAt('MFA code', 'MFA confirm error');
    },
    60_000,
  );
});

describe('whoever comes back to the sign-in page', () => {
  it.each([
    ['notAllowed', 'This account is not on the list of those who may come in here. Choose another, or ask the owner.'],
    ['expired', 'That sign-in took too long or was started elsewhere. Please start again.'],
    ['provider', 'Google could not say who you are just now. Please try again in a moment.'],
  ])(
    'reads why: %s',
    async (error, sentence) => {
      await page.unrouteAll();
      await page.goto(`/auth?error=${error}&redirectUrl=%2Fstack`);
      expect(await page.getByRole('alert').innerText()).toBe(sentence);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await page.getByRole('link', { name: 'Sign in with Cognito' }).click();
      await field('Username').waitFor();
      expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/stack');
    },
    60_000,
  );
});

describe('a sign-in', () => {
  it.each([
    ['https://elsewhere.example/'],
    ['//elsewhere.example'],
    ['/\\elsewhere.example'],
    ['javascript:alert(1)'],
    ['/api/auth/logout'],
    ['/%61pi/auth/logout'],
  ])(
    'ends at /auth and nowhere else when it was to end at %s',
    async (redirectUrl) => {
      const left: string[] = [];
      const note = (request: Request) => void (request.isNavigationRequest() && left.push(request.url()));
      await page.unrouteAll();
      await answer('sign_in', 'requireMFA');
      await page.route('**/api/auth/cognito/sign_in_confirm', (route) => route.fulfill({ json: {} }));
      await signIn(redirectUrl);
      await field('MFA code').fill('123456');
      page.on('request', note);
      await press('Confirm');
      await page.waitForURL('/auth');
      page.off('request', note);
      expect(left).toEqual([`${site.origin}/auth`]);
    },
    60_000,
  );
});

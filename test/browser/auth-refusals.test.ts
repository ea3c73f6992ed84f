import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
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
  page.setDefaultTimeout(10_000);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const answer = (call: string, errorCode: string, status = 400) =>
  page.route(`**/api/auth/cognito/${call}`, (route) =>
    route.fulfill({ status, json: { errorCode, message: 'no', requestId: 'r-1', totp: 'ABCDEFGHIJKLMNOP' } }),
  );

/** Types a name and a password, and signs in. */
async function signIn() {
  // The same address again would be a reload, which keeps the page that one was on.
  await page.goto('/auth');
  await page.goto('/auth/signin/cognito?redirectUrl=%2Fstack');
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

  it('with a way back to the start when the step is over', async () => {
    await page.unrouteAll();
    await answer('sign_in', 'requireMFA');
    await answer('sign_in_confirm', 'expired');
    await signIn();
    await field('MFA code').fill('123456');
    await press('Confirm');
    await page.getByText('MFA confirm error', { exact: true }).waitFor();
    await press('Back to sign in');
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    expect(page.url()).toContain('redirectUrl=%2Fstack');
  }, 60_000);
});

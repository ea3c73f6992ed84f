import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { password } from './account.ts';
import { views, visit } from './visit.ts';

const [desk] = views;
const username = 'ann@example.com';
let browser: Browser;
let site: Site;
let page: Page;
/** What the next sign-in is answered with. */
let next = '';
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  ({ page } = await visit(browser, site, desk));
  await page.route('**/api/auth/cognito/**', (route) =>
    route.request().url().endsWith('/sign_in')
      ? route.fulfill({ status: 400, json: { errorCode: next, message: '', requestId: '', totp: 'ABCDEFGHIJKLMNOP' } })
      : route.fulfill({ json: {} }),
  );
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const title = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

const startOf = 'Sign in';
async function signIn(answer: string) {
  next = answer;
  await field('Username').fill(username);
  await field('Password').fill(password);
  await press('Sign In');
}
async function fillPasswords() {
  await field('Password').fill(password);
  await field('Confirm password').fill(password);
}
async function signUp() {
  await press("Don't have an account? Sign Up");
  await field('Invitation code').fill('x');
  await field('Username').fill(username);
  await fillPasswords();
  await press('Sign Up');
}
async function give(label: string, button: string) {
  await field(label).fill('123456');
  await press(button);
}

interface Place {
  /** The heading of the page that one goes back from, and of the one that one gets to. */
  from: string;
  to: string;
  /** From the first page. */
  steps: () => Promise<unknown>;
  /** What 'forward' leads to again; nothing where that must not be had twice. */
  forward?: string;
}

const places: Place[] = [
  { from: 'Sign up', to: startOf, steps: () => press("Don't have an account? Sign Up"), forward: 'Sign up' },
  { from: 'Confirm sign up', to: 'Sign up', steps: signUp, forward: 'Confirm sign up' },
  { from: 'Confirm sign up', to: startOf, steps: () => signIn('requiresConfirm'), forward: 'Confirm sign up' },
  {
    from: 'Set up an authenticator',
    to: startOf,
    steps: () => signIn('requireSetupMFA'),
    forward: 'Set up an authenticator',
  },
  { from: 'One more step', to: startOf, steps: () => signIn('requireMFA'), forward: 'One more step' },
  { from: 'Forgot password', to: startOf, steps: () => press('Forgot your password?'), forward: 'Forgot password' },
  {
    from: 'New password',
    to: 'Forgot password',
    async steps() {
      await press('Forgot your password?');
      await field('Username').fill(username);
      await press('Send a code');
    },
    forward: 'New password',
  },
  {
    from: `Thank you for registration ${username}!`,
    to: 'Sign up',
    async steps() {
      await signUp();
      await give('Confirmation code', 'Confirm Sign Up');
    },
  },
  {
    from: `Thank you for registration ${username}!`,
    to: startOf,
    async steps() {
      await signIn('requireSetupMFA');
      await give('MFA code', 'Confirm');
    },
  },
];

describe('going back', () => {
  beforeEach(async () => {
    await page.goto('/auth?redirectUrl=%2Fstack');
    await page.getByRole('link', { name: 'Sign in with Cognito' }).click();
    await field('Password').waitFor();
  });

  it('leads from the first page to the two ways in, with either button', async () => {
    await press('Back');
    await page.getByRole('link', { name: 'Sign in with Cognito' }).click();
    await field('Password').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Sign in with Cognito' }).waitFor();
    expect(page.url()).toBe(`${site.origin}/auth?redirectUrl=%2Fstack`);
  }, 60_000);

  it.each(places)(
    'leads from "$from" to "$to"',
    async ({ from, to, steps, forward }) => {
      await steps();
      await title(from);
      await page.goBack();
      await title(to);
      expect(page.url()).toBe(`${site.origin}/auth/signin/cognito?redirectUrl=%2Fstack`);
      if (forward === undefined) return;
      await page.goForward();
      await title(forward);
      await press('Back');
      await title(to);
    },
    60_000,
  );

  it('finds what was typed, but no password that was changed and no secret after a reload', async () => {
    await signIn('requireSetupMFA');
    await title('Set up an authenticator');
    await page.goBack();
    expect(await field('Username').inputValue()).toBe(username);
    await page.goForward();
    await page.locator('code').waitFor();
    await page.reload();
    await title(startOf);
    expect(await page.locator('code').count()).toBe(0);
    expect(await field('Password').inputValue()).toBe('');
  }, 60_000);

  it('leads to no countdown that is over', async () => {
    await signUp();
    await give('Confirmation code', 'Confirm Sign Up');
    await press('Sign In Page');
    await title(startOf);
    await page.goBack();
    await title('Sign up');
    expect(await page.getByRole('timer').count()).toBe(0);
  }, 60_000);
});

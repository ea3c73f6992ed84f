// `npm run screens`: one picture of every screen and state, at a desk by day and on a telephone at night.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Site, startSite } from '../support/site/site.ts';
import { authenticatorCode, invitationOf, mailedCode, password } from './account.ts';
import { chatScenes } from './chat/scenes.ts';
import { monitorScenes, rareMonitorScenes } from './monitor/scenes.ts';
import { sitDown } from './monitor/steps.ts';
import { rareStackScenes, stackScenes } from './stack/scenes.ts';
import { owner } from '../support/aws/cloud.ts';
import { letIn, type View, views } from './visit.ts';

const newcomer = 'newcomer@example.com';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const folder = join(import.meta.dirname, '..', '..', 'docs', 'screens');

interface Scene {
  page: Page;
  site: Site;
}

/** What the tools tell of a month in which the site was used. */
const month = {
  chat: {
    answers: 214,
    models: [
      { modelCode: 'gpt-4o', inputTokens: 812_400, outputTokens: 131_050, pricePerMillion: { input: 2.5, output: 10 } },
      { modelCode: 'o3-mini', inputTokens: 64_300, outputTokens: 40_900, pricePerMillion: null },
    ],
  },
  ljmonitor: { pages: 1932 },
  stack: {
    stacks: [
      { stackName: 'bedrock-survival', hours: 41.5, actions: 22, hourlyPrice: 0.027 },
      { stackName: 'bedrock-creative', hours: 0, actions: 0, hourlyPrice: 0.027 },
    ],
  },
};

/** What is on screen, by the name of its picture. In this order: each goes on from where the last one left the site. */
const scenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  async 'home-new'({ page }) {
    await page.goto('/');
    await page.getByText('you follow: none yet').waitFor();
    await page.getByText('assistant: none yet').waitFor();
  },
  ...monitorScenes,
  ...stackScenes,
  async home({ page }) {
    await page.goto('/');
    await page.getByText('refreshed').waitFor();
    await page.getByText('1 running').waitFor();
  },
  ...rareMonitorScenes,
  async account({ page }) {
    await page.goto('/auth');
    await page.getByText('this browser').waitFor();
  },
  async 'account-owner'({ page, site }) {
    await letIn(page.context(), site, 'dan@home.example');
    await letIn(page.context(), site, owner);
    await page.goto('/auth');
    await page.getByLabel('For whom').fill('Dan');
    await page.getByRole('button', { name: 'Make an invitation link' }).click();
    await page.getByLabel('revoke the invitation Dan').waitFor();
    await page.getByLabel('For whom').fill('小明, from the chess club');
    await page.getByRole('button', { name: 'Make an invitation link' }).click();
    await page.getByLabel('revoke the invitation Dan').click();
    await page.getByText('revoked').waitFor();
    await page.getByText('dan@home.example').click();
    await page
      .getByRole('button', { name: /^end the session/ })
      .last()
      .waitFor();
    await page.evaluate("document.querySelector('#owner').scrollIntoView()");
  },
  async costs({ page, site }) {
    await letIn(page.context(), site, owner);
    for (const [tool, used] of Object.entries(month))
      await page.route(`**/api/costs/${tool}`, (route) => route.fulfill({ json: used }));
    await page.goto('/costs');
    await page.getByText('this month so far').waitFor();
    await page.getByRole('link', { name: 'owner', exact: true }).waitFor();
    await page.unroute('**/api/costs/*');
  },
  async 'not-found'({ page, site }) {
    await letIn(page.context(), site, 'Ann');
    await page.goto('/nowhere');
    await page.getByText('No such page').waitFor();
  },
  ...rareStackScenes,
  ...chatScenes,
  async 'sign-in'({ page }) {
    await page.context().clearCookies();
    await page.goto('/ljmonitor');
    await page.getByRole('button', { name: 'Sign in with Google' }).waitFor();
  },
  async 'sign-in-refused'({ page }) {
    await page.goto('/auth?error=notAllowed&redirectUrl=%2Fljmonitor');
    await page.getByRole('button', { name: 'Sign in with Google' }).waitFor();
  },
  async 'sign-in-error'({ page }) {
    await page.route('**/api/auth/google/init', (route) => route.abort());
    await page.goto('/auth?redirectUrl=%2Fljmonitor');
    await page.getByRole('button', { name: 'error' }).waitFor();
    await page.unroute('**/api/auth/google/init');
  },
  async 'sign-in-password'({ page }) {
    await page.getByRole('link', { name: 'Sign in with Cognito' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
  },
  async 'sign-up-errors'({ page }) {
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await field(page, 'Username').fill('bo');
    await field(page, 'Password').fill('abc4');
    await field(page, 'Confirm password').fill('abc');
    await field(page, 'Invitation code').focus();
    await page.getByText('password not match').waitFor();
  },
  async 'sign-up-confirm'({ page, site }) {
    await field(page, 'Invitation code').fill(await invitationOf(site));
    await field(page, 'Username').fill(newcomer);
    await field(page, 'Password').fill(password);
    await field(page, 'Confirm password').fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await field(page, 'Confirmation code').fill('000000');
    await page.getByRole('button', { name: 'Confirm Sign Up' }).click();
    await page.getByText('Confirm Error').waitFor();
  },
  async 'sign-up-done'({ page, site }) {
    await field(page, 'Confirmation code').fill(await mailedCode(site, newcomer));
    await page.getByRole('button', { name: 'Confirm Sign Up' }).click();
    await page.getByText('Thank you for registration').waitFor();
  },
  async 'mfa-setup'({ page }) {
    await page.getByRole('button', { name: 'Sign In Page' }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
  },
  async mfa({ page, site }) {
    await field(page, 'MFA code').fill(await authenticatorCode(site, newcomer));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Sign In Page' }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await field(page, 'MFA code').fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('MFA confirm error').waitFor();
  },
  async 'session-failed'({ page }) {
    await page.route('**/api/auth/session', (route) => route.abort());
    await page.goto('/auth');
    await page.getByText('could not be looked up').waitFor();
  },
};

/** `npm run screens -- monitor home`: only those whose names begin so. */
const isWanted = (name: string) =>
  process.argv.length < 3 || process.argv.slice(2).some((word) => name.startsWith(word));

async function draw(view: View) {
  // So slow that a picture can be taken of a refresh half way, and of a start.
  const site = await startSite({ env: { LISTING_PACE_MS: '1500', STACK_SPEED: '1' } });
  const browser = await launchBrowser();
  try {
    const { page } = await sitDown(browser, site, view, { name: 'Ann' });
    for (const [name, act] of Object.entries(scenes)) {
      if (!isWanted(name)) continue;
      await act({ page, site });
      await page.screenshot({ path: join(folder, `${name}-${view.view}.png`), animations: 'disabled' });
      console.log(`${name}-${view.view}.png`);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

mkdirSync(folder, { recursive: true });
for (const view of views) await draw(view);

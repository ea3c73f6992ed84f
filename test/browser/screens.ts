// `npm run screens`: one picture of every screen and state, at a desk by day and on a telephone at night.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { authenticatorCode, invitationOf, mailedCode, password } from './account.ts';
import { chatScenes } from './chat-scenes.ts';
import { addCommunity, refreshAll, type View, views, visit } from './visit.ts';

const newcomer = 'newcomer@example.com';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const folder = join(import.meta.dirname, '..', '..', 'docs', 'screens');
const communities = [
  ['1199027300101', '柳荫里'],
  ['1199027300103', '青枫家园'],
] as const;

interface Scene {
  page: Page;
  site: Site;
}

/** What is on screen, by the name of its picture. In this order: each goes on from where the last one left the site. */
const scenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  async 'home-new'({ page }) {
    await page.goto('/');
    await page.getByText('you follow: none yet').waitFor();
  },
  async 'monitor-empty'({ page }) {
    await page.goto('/ljmonitor');
    await page.getByText('No Data Yet').waitFor();
  },
  async 'monitor-refused'({ page }) {
    await page.getByLabel('id', { exact: true }).fill('柳荫里');
    await page.getByRole('button', { name: 'add' }).click();
    await page.getByText('An id has').waitFor();
  },
  async 'monitor-unread'({ page }) {
    for (const [id, name] of communities) await addCommunity(page, id, name);
    await page.getByText('Added.').waitFor({ state: 'detached' });
  },
  async 'monitor-read-all'({ page }) {
    await page.getByRole('button', { name: 'read all' }).click();
    await page.getByRole('button', { name: 'undo' }).waitFor();
    await page.getByText('unread').first().waitFor({ state: 'detached' });
  },
  async 'monitor-refreshing'({ page, site }) {
    await site.control('/listing', { mode: 'change' });
    await page.getByRole('button', { name: 'refresh all' }).click();
    await page.getByText(/Refreshing: [1-9]/).waitFor();
  },
  async 'monitor-changed'({ page }) {
    await page.getByText('Last refresh success').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'history' }).first().waitFor();
  },
  async 'monitor-history'({ page }) {
    const history = page.getByRole('button', { name: 'history' }).first();
    await history.click();
    await page.locator('mark').first().waitFor();
    await history.evaluate((button) => button.closest('li')?.scrollIntoView({ block: 'center' }));
  },
  async 'monitor-removed'({ page, site }) {
    await site.control('/listing', { mode: 'remove' });
    for (let run = 0; run < 3; run += 1) await refreshAll(page);
    await site.control('/listing', { mode: 'normal' });
    await page.getByText('removed', { exact: true }).first().scrollIntoViewIfNeeded();
  },
  async 'monitor-filtered'({ page }) {
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'read', exact: true }).first().click();
    await page.getByRole('button', { name: 'undo' }).waitFor();
  },
  async home({ page }) {
    await page.goto('/');
    await page.getByText('refreshed').waitFor();
  },
  async 'monitor-loading'({ page }) {
    await page.route('**/api/ljmonitor/**', () => {});
    await page.goto('/ljmonitor');
    await page.getByText('still loading').first().waitFor();
  },
  async 'monitor-failed'({ page }) {
    await page.unroute('**/api/ljmonitor/**');
    await page.route('**/api/ljmonitor/**', (route) => route.abort());
    await page.goto('/ljmonitor');
    await page.getByText('retry').nth(2).waitFor();
    await page.waitForTimeout(300);
  },
  async 'monitor-deleted'({ page }) {
    await page.unroute('**/api/ljmonitor/**');
    await page.goto('/ljmonitor');
    await page.getByRole('button', { name: 'delete' }).first().click();
    await page.getByText('deleted, with its houses').waitFor();
    await page.waitForTimeout(300);
  },
  async 'monitor-blocked'({ page, site }) {
    await site.control('/listing', { mode: 'captcha' });
    await refreshAll(page);
    await page.getByText('Last refresh failure').waitFor();
    await page.getByText('blocked by the site').first().waitFor();
  },
  async account({ page }) {
    await page.goto('/auth');
    await page.getByText('You are signed in').waitFor();
  },
  async 'not-found'({ page }) {
    await page.goto('/nowhere');
    await page.getByText('No such page').waitFor();
  },
  async stacks({ page }) {
    await page.goto('/stack');
    await page.getByText('not here yet').waitFor();
  },
  ...chatScenes,
  async 'sign-in'({ page }) {
    await page.context().clearCookies();
    await page.goto('/ljmonitor');
    await page.getByRole('button', { name: 'error' }).waitFor();
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

async function draw(view: View) {
  // So slow that a picture can be taken of a refresh half way.
  const site = await startSite({ env: { LISTING_PACE_MS: '1500' } });
  const browser = await launchBrowser();
  try {
    const { page } = await visit(browser, site, view, { name: 'Ann' });
    for (const [name, act] of Object.entries(scenes)) {
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

import type { Page } from '@playwright/test';
import type { Site } from '../../support/site/site.ts';
import { letIn } from '../visit.ts';
import { addCommunity, priceChart, refreshAll, rows, unreadRows } from './steps.ts';

interface Scene {
  page: Page;
  site: Site;
}

const dayMs = 86_400_000;
const communities = [
  ['1199027300101', '柳荫里'],
  ['1199027300103', '青枫家园'],
] as const;

/** A week and a half in which the communities are read on most days, and something happens each time. */
async function daysPass(page: Page, site: Site) {
  await page.goto('about:blank');
  for (const days of [1, 1, 1, 3, 1, 1, 1, 1]) {
    await site.control('/clock', { advanceMs: days * dayMs });
    await page.clock.fastForward(days * dayMs);
    await site.control('/listing', { mode: 'change' });
    await letIn(page.context(), site, 'Ann');
    await page.goto('/ljmonitor');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'read all' }).click();
    await page.getByRole('button', { name: 'undo' }).waitFor();
    await refreshAll(page);
    await page.goto('about:blank');
  }
  await page.goto('/ljmonitor');
  await rows(page).first().waitFor();
}

/** The monitor's states, from an empty list to removed houses: each goes on where the last one left the site. */
export const monitorScenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  async 'monitor-empty'({ page }) {
    await page.goto('/ljmonitor');
    await page.getByText('Houses appear here').waitFor();
  },
  async 'monitor-refused'({ page }) {
    await page.getByLabel('id', { exact: true }).fill('https://example.com/xiaoqu/1199027300101/');
    await page.getByRole('button', { name: 'add' }).click();
    await page.getByText('is not the listing site').waitFor();
  },
  async 'monitor-unread'({ page }) {
    for (const [id, name] of communities) await addCommunity(page, id, name);
    await page.getByText('Added.').waitFor({ state: 'detached' });
  },
  async 'monitor-read-all'({ page }) {
    await page.getByRole('button', { name: 'read all' }).click();
    await page.getByRole('button', { name: 'undo' }).waitFor();
    await unreadRows(page).first().waitFor({ state: 'detached' });
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
  async 'monitor-history'({ page, site }) {
    await daysPass(page, site);
    await page.getByRole('button', { name: 'history' }).first().click();
    await page.locator('mark').first().waitFor();
  },
  async 'monitor-chart'({ page }) {
    await page.getByRole('button', { name: 'history' }).first().click();
    const sorted = page.waitForResponse('**/house/sorted?*');
    await page.getByLabel('Sort by').selectOption('biggest drop');
    await sorted;
    await page.locator('ul[aria-busy=false]').waitFor();
    await priceChart(page).first().click();
    await page.getByRole('figure').waitFor();
    await page.getByRole('heading', { name: 'Houses' }).scrollIntoViewIfNeeded();
  },
  async 'monitor-prices'({ page }) {
    await page.getByLabel('Sort by').selectOption('latest change');
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: 'prices' }).first().click();
    await page.getByRole('img', { name: 'Median' }).waitFor();
  },
  async 'monitor-sorted'({ page }) {
    await page.getByRole('button', { name: 'prices' }).first().click();
    await page.getByText('filter', { exact: true }).click();
    await page.getByLabel('highest price', { exact: true }).last().fill('400');
    await page.getByRole('checkbox', { name: 'on offer' }).check();
    await page.getByLabel('Sort by').selectOption('lowest unit price');
    await page.waitForTimeout(500);
  },
  async 'monitor-nothing'({ page }) {
    await page.getByLabel('highest price', { exact: true }).last().fill('1');
    await page.getByLabel('highest price', { exact: true }).last().press('Enter');
    await page.getByText('No house passes').waitFor();
  },
  async 'monitor-removed'({ page, site }) {
    await page.goto('/ljmonitor');
    await site.control('/listing', { mode: 'remove' });
    for (let run = 0; run < 3; run += 1) await refreshAll(page);
    await site.control('/listing', { mode: 'normal' });
    await page.goto('/ljmonitor');
    await page.getByText('removed', { exact: true }).first().waitFor();
  },
  async 'monitor-filtered'({ page }) {
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'read', exact: true }).first().click();
    await page.getByRole('button', { name: 'undo' }).waitFor();
  },
  async 'monitor-chosen'({ page }) {
    await page.goto('/ljmonitor');
    await rows(page).nth(29).waitFor();
    await rows(page).nth(0).getByRole('button', { name: 'star' }).click();
    await rows(page).nth(1).getByRole('button', { name: 'hide' }).click();
    await page.getByRole('button', { name: 'show' }).waitFor();
    await rows(page).first().scrollIntoViewIfNeeded();
  },
};

/** What goes wrong, when there is something that it can go wrong with. */
export const rareMonitorScenes: Record<string, (scene: Scene) => Promise<unknown>> = {
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
};

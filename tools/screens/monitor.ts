import { signInContext } from '../../test/e2e/fixtures/accounts.ts';
import { MonitorPage } from '../../test/e2e/pages/monitor-page.ts';
import { both, type Scene } from './scene.ts';

const dayMs = 86_400_000;
const communities = [
  ['1199027300101', '柳荫里'],
  ['1199027300103', '青枫家园'],
] as const;

export const monitorScenes: Scene[] = [
  {
    name: 'monitor-empty',
    after: [],
    views: ['desktop'],
    async show({ page }) {
      await page.goto('/ljmonitor');
      await page.getByText('Add a community to see').waitFor();
    },
  },
  {
    name: 'monitor-refreshing',
    after: ['monitor-empty'],
    views: both,
    async show({ page, site }) {
      const monitor = new MonitorPage(page);
      for (const [id, name] of communities) await monitor.add(id, name);
      await monitor.button('read all').click();
      await monitor.button('Undo').waitFor();
      await site.control('/listing', { mode: 'change' });
      await monitor.button('refresh all').click();
      await page.getByText(/Refreshing: [1-9]/).waitFor();
    },
  },
  {
    name: 'monitor-history',
    after: ['monitor-refreshing'],
    views: both,
    async show({ page, site }) {
      const monitor = new MonitorPage(page);
      await page.getByText('Last refresh success').waitFor({ timeout: 60_000 });
      // The communities are read on most days, and each time something has happened.
      for (const days of [1, 1, 1, 3, 1, 1, 1, 1]) {
        await page.goto('about:blank');
        await site.control('/clock', { advanceMs: days * dayMs });
        await page.clock.fastForward(days * dayMs);
        await site.control('/listing', { mode: 'change' });
        await signInContext(page.context(), site, 'Ann');
        await monitor.open();
        await monitor.button('read all').click();
        await monitor.button('Undo').waitFor();
        await monitor.refreshAll();
      }
      await monitor.open();
      await monitor.button('history').first().click();
      await page.getByText('Now', { exact: true }).waitFor();
    },
  },
  {
    name: 'monitor-prices',
    after: ['monitor-history'],
    views: ['desktop'],
    async show({ page }) {
      const monitor = new MonitorPage(page);
      await monitor.button('history').first().click();
      await page.evaluate('scrollTo(0, 0)');
      await monitor.button('Prices').first().click();
      await page.getByRole('img', { name: 'Median' }).waitFor();
    },
  },
  {
    name: 'monitor-removed',
    after: ['monitor-history'],
    views: ['phone'],
    async show({ page, site }) {
      const monitor = new MonitorPage(page);
      await monitor.open();
      await site.control('/listing', { mode: 'remove' });
      for (let run = 0; run < 3; run += 1) await monitor.refreshAll();
      await site.control('/listing', { mode: 'normal' });
      await monitor.open();
      await page.getByText('Removed', { exact: true }).first().waitFor();
      await monitor.unfoldCommunities();
      await page.getByRole('checkbox').first().check();
      await page.locator('ul[aria-busy=false]').waitFor();
    },
  },
];

export const blockedScenes: Scene[] = [
  {
    name: 'monitor-blocked',
    after: ['monitor-refreshing'],
    views: both,
    async show({ page, site }) {
      const monitor = new MonitorPage(page);
      await monitor.open();
      await site.control('/listing', { mode: 'captcha' });
      await monitor.refreshAll();
      await page
        .getByText(/Checks are paused/)
        .first()
        .waitFor();
    },
  },
];

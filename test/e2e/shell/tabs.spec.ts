import type { Page } from '@playwright/test';
import { hearsTabs } from '../fixtures/hears-tabs.ts';
import { expect, maples, railway, test } from '../monitor/test.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { MonitorPage } from '../pages/monitor-page.ts';

/** Returns the calls that a tab makes from now on. */
async function callsOf(tab: Page): Promise<string[]> {
  await hearsTabs(tab);
  const calls: string[] = [];
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // It is asked for once a minute, whatever the other tab does.
    if (pathname.startsWith('/api/') && !pathname.endsWith('/refreshStatus')) calls.push(pathname);
  });
  return calls;
}

test.describe('two tabs of the same person', () => {
  test('show the same houses and communities, without a call of the one that changes nothing', async ({
    context,
    monitor,
    track,
  }) => {
    await track(maples, railway);
    const tab = await context.newPage();
    const other = new MonitorPage(tab);
    await monitor.open();
    await other.open();
    const unread = await other.unreadHouses.count();
    const calls = await callsOf(tab);

    const id = await monitor.idOf(monitor.houses.first());
    await monitor.button('read', monitor.house(id)).click();
    await expect(other.unreadHouses).toHaveCount(unread - 1);
    await expect(other.button('read', other.house(id))).toHaveCount(0);
    await monitor.button('Star', monitor.house(id)).click();
    await expect(other.button('Star', other.house(id))).toHaveAttribute('aria-pressed', 'true');
    expect(calls).toEqual([]);

    await monitor.delete(railway.name);
    await expect(other.community(railway.name)).toHaveCount(0);
    await expect(other.houses.filter({ hasText: railway.name })).toHaveCount(0);
    // Both lists have become so short that they ask for more. On a slow machine neither waits for the other.
    expect(calls.filter((path) => path !== '/api/ljmonitor/house')).toEqual([]);
  });

  test.describe(() => {
    test.use({ ownSite: false });

    test('show the same preferences and saved views', async ({ context, page }) => {
      const tab = await context.newPage();
      const [monitor, other] = [new MonitorPage(page), new MonitorPage(tab)];
      for (const each of [page, tab]) await each.goto('/ljmonitor?order=price');
      const calls = await callsOf(tab);
      await monitor.button('Dark mode').click();
      await expect(other.button('Dark mode')).toHaveAttribute('aria-pressed', 'true');
      await monitor.chooseRows('Compact');
      await expect(tab.locator('html')).toHaveAttribute('data-density', 'compact');
      await monitor.button('Save view').click();
      await page.getByLabel('Name of the view').fill('Cheapest first');
      await monitor.button('Save').click();
      await expect(other.button('Cheapest first')).toHaveAttribute('aria-pressed', 'true');
      const saved = page.waitForResponse('**/api/auth/preferences');
      await monitor.button('Delete view “Cheapest first”').click();
      await expect(other.button('Cheapest first')).toHaveCount(0);
      // The tab that has made the choices saves them, and no other one.
      await saved;
      expect(calls).toEqual([]);
    });

    test('show the same conversations', async ({ context, page, user: { call } }) => {
      const { sessionId } = await call('POST /api/chat/session/create', { body: { title: 'Gartenplan' } });
      const tab = await context.newPage();
      const [chat, other] = [new ChatPage(page), new ChatPage(tab)];
      for (const each of [page, tab]) await each.goto('/chat/session');
      await expect(other.conversations.filter({ hasText: 'Gartenplan' })).toBeVisible();
      const calls = await callsOf(tab);
      await page.goto(`/chat?sessionId=${sessionId}`);
      await chat.button('Settings').click();
      await chat.settings.getByLabel('Title').fill('Balkonplan');
      await chat.settings.getByRole('button', { name: 'Update' }).click();
      await expect(other.conversations.filter({ hasText: 'Balkonplan' })).toBeVisible();
      await page.goto('/chat/session');
      const renamed = chat.conversations.filter({ hasText: 'Balkonplan' });
      await renamed.getByRole('button', { name: 'Delete' }).click();
      await expect(other.conversations.filter({ hasText: 'Balkonplan' })).toHaveCount(0);
      expect(calls).toEqual([]);
    });
  });
});

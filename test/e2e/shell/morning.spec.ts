import type { Locator } from '@playwright/test';
import { dayMs, minuteMs } from 'shared-types/rules/time';
import { apiCaller } from '../../support/site/caller.ts';
import { signInContext } from '../fixtures/accounts.ts';
import { siteNow, VirtualTime } from '../fixtures/virtual-time.ts';
import { expect, maples, railway, refreshAll, test, trackCommunities } from '../monitor/test.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { MonitorPage } from '../pages/monitor-page.ts';
import { StackPage } from '../pages/stack-page.ts';

const mostTaps = 9;

test.use({ ownSite: true, viewport: { width: 360, height: 780 }, hasTouch: true });

test('a morning on a phone: the news is read, the server runs, and yesterday’s conversation goes on', async ({
  page,
  context,
  site,
  user,
}) => {
  await trackCommunities(user.call, [maples, railway]);
  for (const { resblockId } of [maples, railway])
    await user.call('PUT /api/ljmonitor/resblock/{resblockId}/beginning', {
      params: { resblockId },
      body: { asRead: true },
    });
  await user.call('PUT /api/ljmonitor/visit', {});
  await user.call('POST /api/chat/session/create_with_message', { body: { text: 'Which pan for tofu?' } });
  await site.control('/clock', { advanceMs: dayMs });
  await refreshAll(site, apiCaller(site.origin, await site.signIn(user.name)), 'change');
  await site.control('/clock', { advanceMs: 5 * minuteMs });
  await signInContext(context, site, user.name);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install({ time: await siteNow(site) });
  const [monitor, stack, chat] = [new MonitorPage(page), new StackPage(page), new ChatPage(page)];
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/')) asked.push(request.url());
  });
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  /** A screen asks for each of its parts once. */
  const expectNoRepetition = () => {
    const calls = asked.splice(0);
    expect(calls).toEqual([...new Set(calls)]);
  };

  await page.goto('/');
  const server = page.getByRole('listitem').filter({ hasText: 'bedrock-survival' });
  const news = page.getByRole('link', { name: /^\d+ cheaper$/ });
  await expect(news).toBeInViewport();
  await expect(server.getByText('Not running.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Which pan for tofu\?/ })).toBeVisible();
  expectNoRepetition();
  await tap(server.getByRole('button', { name: 'Start' }));
  await tap(stack.dialog.getByRole('button', { name: 'Confirm' }));
  await expect(server.getByText('Starting')).toBeVisible();

  asked.length = 0;
  await tap(page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'LJMonitor' }));
  await expect(monitor.houses.nth(2)).toBeInViewport();
  await expect(monitor.unreadHouses.first()).toBeVisible();
  expectNoRepetition();
  await tap(monitor.button('read all'));
  await expect(monitor.unreadHouses).toHaveCount(0);

  await tap(page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Home' }));
  await new VirtualTime(page, site).passUntil('Copy');
  await tap(server.getByRole('button', { name: 'Copy' }));
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^[\d.]+$|^[\d.]+:\d+$/);

  await tap(page.getByRole('link', { name: /^Which pan for tofu\?/ }));
  await chat.field.fill('And for rice?');
  await tap(chat.send);
  await expect(chat.questions.filter({ hasText: 'And for rice?' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  expect(taps).toBeLessThanOrEqual(mostTaps);
});

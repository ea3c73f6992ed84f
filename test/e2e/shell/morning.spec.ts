import type { Locator, Page } from '@playwright/test';
import { dayMs, minuteMs } from 'shared-types/rules/time';
import { apiCaller } from '../../support/site/caller.ts';
import { signInContext } from '../fixtures/accounts.ts';
import { siteNow, VirtualTime } from '../fixtures/virtual-time.ts';
import { expect, maples, railway, refreshAll, test, trackCommunities } from '../monitor/test.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { MonitorPage } from '../pages/monitor-page.ts';
import { StackPage } from '../pages/stack-page.ts';

const mostTaps = 9;

/** What no screen says to a person: that something failed, a value that was not formatted, or a word of the programs. */
const wrongWords = [
  /\b(error|failed|failure|could not|cannot|went wrong|try again|offline)\b/i,
  /undefined|NaN|\bnull\b|\[object|Invalid Date|\d{13}/,
  /\b[A-Z_]+_(COMPLETE|PROGRESS|FOUND)\b|\bPENDING\b/,
];

/** The refresh status is asked for each minute, and the state of a server that starts each five seconds. */
const polls = /\/refreshStatus$|\?describe=/;

/** Looks at all that a screen shows. */
async function expectNoWrongWord(page: Page) {
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  const text = await page.locator('body').innerText();
  for (const wrong of wrongWords) expect(text).not.toMatch(wrong);
}

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
  const { session } = await user.call('POST /api/chat/session/create_with_message', {
    body: { text: 'Which pan for tofu?' },
  });
  await site.control('/clock', { advanceMs: dayMs });
  await refreshAll(site, apiCaller(site.origin, await site.signIn(user.name)), 'change');
  await site.control('/clock', { advanceMs: 5 * minuteMs });
  await signInContext(context, site, user.name);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install({ time: await siteNow(site) });
  const [monitor, stack, chat] = [new MonitorPage(page), new StackPage(page), new ChatPage(page)];
  const asked: string[] = [];
  const polled = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    // What is asked for again and again comes while a slow machine shows a screen.
    const [poll = ''] = polls.exec(pathname + search) ?? [];
    if (!polled.has(poll)) asked.push(`${request.method()} ${pathname}`);
    if (poll !== '') polled.add(poll);
  });
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  /** A screen asks once for each part of its data, and makes at most one call more. */
  const expectScreen = async (...calls: string[]) => {
    await expect.poll(() => asked.toSorted()).toEqual(calls.toSorted());
    await expectNoWrongWord(page);
    expect(asked.splice(0).toSorted()).toEqual(calls.toSorted());
  };

  await page.goto('/');
  const server = page.getByRole('listitem').filter({ hasText: 'bedrock-survival' });
  const news = page.getByRole('link', { name: /^\d+ cheaper$/ });
  await expect(news).toBeInViewport();
  await expect(server.getByText('Not running.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Which pan for tofu\?/ })).toBeVisible();
  await expectScreen(
    'GET /api/auth/session',
    'GET /api/ljmonitor/summary',
    'GET /api/ljmonitor/house',
    'GET /api/minecraft_bedrock/v2',
    // The states of all servers come together.
    'GET /api/minecraft_bedrock/v2',
    'GET /api/chat/session/list',
    // It brings the news since the last visit, and notes this one.
    'PUT /api/ljmonitor/visit',
  );
  await tap(server.getByRole('button', { name: 'Start' }));
  await tap(stack.dialog.getByRole('button', { name: 'Confirm' }));
  await expect(server.getByText('Starting')).toBeVisible();

  asked.length = 0;
  await tap(page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'LJMonitor' }));
  await expect(monitor.houses.nth(2)).toBeInViewport();
  await expect(monitor.unreadHouses.first()).toBeVisible();
  await expectScreen(
    'GET /api/ljmonitor/batch/refreshStatus',
    'GET /api/ljmonitor/resblock',
    'GET /api/ljmonitor/house',
    'GET /api/ljmonitor/relistings',
    'GET /api/ljmonitor/summary',
  );
  await tap(monitor.button('read all'));
  await expect(monitor.unreadHouses).toHaveCount(0);
  await expectNoWrongWord(page);

  await tap(page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Home' }));
  await new VirtualTime(page, site).passUntil('Copy');
  await tap(server.getByRole('button', { name: 'Copy' }));
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^[\d.]+$|^[\d.]+:\d+$/);
  await expectNoWrongWord(page);

  asked.length = 0;
  await tap(page.getByRole('link', { name: /^Which pan for tofu\?/ }));
  await chat.answered();
  await expectScreen(
    `GET /api/chat/session/${session.sessionId}`,
    'GET /api/chat/session/message/list',
    // Nothing comes before the first message.
    'GET /api/chat/session/message/list',
  );
  await chat.field.fill('And for rice?');
  await tap(chat.send);
  await expect(chat.questions.filter({ hasText: 'And for rice?' })).toBeVisible();
  await chat.answered();
  await expectNoWrongWord(page);
  expect(taps).toBeLessThanOrEqual(mostTaps);
});

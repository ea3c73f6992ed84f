import type { Page } from '@playwright/test';
import type { Site } from '../../../support/site/site.ts';
import { siteNow } from '../../fixtures/virtual-time.ts';
import { expect, test } from '../test.ts';

const count = 400;

/** Answers with many conversations in one page: the newest of them is the last created. */
async function giveManyConversations(page: Page, site: Site, sessionId: string) {
  // The tests before this one may have moved the clock of the site to another day.
  const now = await siteNow(site);
  const conversations = Array.from({ length: count }, (_, index) => ({
    sessionId: index === 0 ? sessionId : `many-${index}`,
    title: `Conversation ${index} ${'with a long title '.repeat(index % 4)}`,
    memorySize: 4,
    chatProvider: 'OPENAI',
    chatModal: 'gpt-4o',
    createTime: now - index * 3_600_000,
    updateTime: now - index * 3_600_000,
  }));
  await page.route('**/api/chat/session/list*', (route) =>
    route.fulfill({ json: route.request().url().includes('lastSessionId') ? [] : conversations }),
  );
}

test.describe('a long list of conversations', { tag: ['@deep', '@phone'] }, () => {
  test.beforeEach(async ({ page, site, startConversation }) => {
    await giveManyConversations(page, site, await startConversation('Tea'));
  });

  test('has few rows in the document, keeps the one with the focus, and reaches its end', async ({ page, chat }) => {
    // The list is shown as a whole until the code for long lists is there.
    const { promise: isFocused, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/assets/windowed-conversations-*.js', async (route) => {
      await isFocused;
      await route.continue();
    });
    await page.goto('/chat/session');
    const first = page.getByRole('link', { name: /^Conversation 1 / });
    await first.focus();
    await expect(chat.conversations).toHaveCount(count);
    allow();
    await expect.poll(() => chat.conversations.count()).toBeLessThan(60);
    await expect(first).toBeFocused();
    // Rows that come near the window get their real heights, which moves the end.
    await expect(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await expect(page.getByRole('link', { name: `Conversation ${count - 1} ` })).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(chat.conversations.first()).toHaveAttribute('aria-setsize', String(count));
    await expect.poll(() => chat.conversations.count()).toBeLessThan(60);
    await expect(first).toBeFocused();
    // Rows stand under each other, whatever the length of their titles, with the day above the first of each.
    const boxes = await chat.conversations.evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    const byPlace = boxes.toSorted((one, other) => one.top - other.top);
    for (const [index, { top }] of byPlace.entries())
      expect(top).toBeGreaterThanOrEqual((byPlace[index - 1]?.bottom ?? -Infinity) - 1);
    // A height that is measured late moves the page once more.
    await expect(async () => {
      await page.evaluate('scrollTo(0, 0)');
      await expect(page.getByRole('heading', { name: 'Today' })).toBeInViewport({ timeout: 500 });
    }).toPass();
  });
});

test(
  'a long list of conversations beside an open one scrolls in its rail',
  { tag: '@deep' },
  async ({ page, site, chat, startConversation }) => {
    const sessionId = await startConversation('Tea');
    await giveManyConversations(page, site, sessionId);
    await page.goto(`/chat?sessionId=${sessionId}`);
    const rail = page.getByRole('navigation', { name: 'Conversations' });
    await expect(rail.getByRole('link', { name: /^Conversation 1 / })).toBeVisible();
    await expect.poll(() => chat.conversations.count()).toBeLessThan(60);
    await rail.hover();
    await expect(async () => {
      await page.mouse.wheel(0, 100_000);
      await expect(rail.getByRole('link', { name: `Conversation ${count - 1} ` })).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(rail.getByRole('link', { name: /^Conversation 1 / })).toHaveCount(0);
  },
);

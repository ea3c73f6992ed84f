import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodLooksInBothViews } from '../../fixtures/looks.ts';
import { expect, test } from '../test.ts';

const time = Date.parse('2024-05-01T10:00:00Z');
const batch = 90;

/** Returns the texts that are marked on the page. */
const markedTexts = (page: Page) =>
  page.evaluate(() =>
    ['found', 'found-here'].map((name) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) =>
        range instanceof Range ? range.cloneContents().textContent : null,
      ),
    ),
  );

test.describe('the search of messages', () => {
  test('leads to a message of long ago, and to the others of its conversation', async ({ page, chat, user }) => {
    const texts = Array.from({ length: 180 }, (_, index) =>
      [20, 110].includes(index) ? `The recipe of **bread** number ${index}` : `Message number ${index}`,
    );
    for (let first = 0; first < texts.length; first += batch) {
      const messages = texts.slice(first, first + batch).map((text, index) => ({
        place: first + index,
        id: String(first + index),
        senderRole: index % 2 === 0 ? ('USER' as const) : ('ASSISTANT' as const),
        text,
        createTime: time,
      }));
      const conversation = { exportId: 'old', title: 'Kitchen', createTime: time, updateTime: time, messages };
      await user.call('POST /api/chat/import', { body: { conversations: [conversation] } });
    }
    await page.goto('/chat/session');
    await page.getByLabel('Search conversations').fill('BREAD recipe');
    const found = page.getByRole('region', { name: 'Messages' });
    await expect(found.getByRole('listitem')).toHaveCount(2);
    await expect(found.locator('mark').first()).toHaveText('recipe');
    await expect(found.getByText('2 messages')).toBeVisible();
    await expectGoodLooksInBothViews(page);

    await expect(found.getByRole('link', { name: 'Kitchen' })).toHaveCount(1);
    await found.getByRole('listitem').getByRole('link').last().click();
    const oldest = page.getByText('number 20', { exact: false }).first();
    await expect(page.getByText('1 of 2')).toBeVisible();
    await expect(oldest).toBeInViewport();
    await expect
      .poll(() => markedTexts(page))
      .toEqual([
        ['recipe', 'bread'],
        ['recipe', 'bread'],
      ]);
    await expectGoodLooksInBothViews(page);
    await chat.button('Next').click();
    await expect(page.getByText('2 of 2')).toBeVisible();
    await expect(page.getByText('number 110', { exact: false })).toBeInViewport();
    await page.reload();
    await expect(page.getByText('2 of 2')).toBeVisible();
    await expect(page.getByText('number 110', { exact: false })).toBeInViewport();
    await chat.button('Close').click();
    await expect(page.getByRole('searchbox', { name: 'Find in this conversation' })).toHaveCount(0);
    expect(await markedTexts(page)).toEqual([[], []]);
  });

  test('finds words in the open conversation by the keyboard', async ({ page, chat, startConversation }) => {
    await chat.open(await startConversation('今天的天气，明天的预报'));
    await page.getByRole('link', { name: 'Find', exact: true }).click();
    const field = page.getByRole('searchbox', { name: 'Find in this conversation' });
    await expect(field).toBeFocused();
    await page.keyboard.type('天气预报');
    await expect(page.getByText('2 of 2')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 of 2')).toBeVisible();
    await expect.poll(async () => (await markedTexts(page))[1]).toEqual(['天气', '预报']);
    await page.keyboard.press('Shift+Enter');
    await expect(page.getByText('2 of 2')).toBeVisible();
    await expectAccessible(page);
    await field.fill('nowhere');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await field.press('Escape');
    await expect(field).toHaveCount(0);
  });
});

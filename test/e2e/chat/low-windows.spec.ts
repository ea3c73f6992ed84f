import type { Locator } from '@playwright/test';
import { expectGoodLooks } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

/** A desk's window of 1280 × 900 at 400 %, and a phone held sideways. */
const windows = [
  { width: 320, height: 225 },
  { width: 740, height: 360 },
];

/** Returns the part of an element that the window shows, in pixels from top to bottom. */
const shownHeight = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  });

const boxOf = async (locator: Locator) => {
  const { y = Number.NaN, height = Number.NaN } = (await locator.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
};

for (const viewport of windows)
  test.describe(`a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('scrolls to a readable conversation and to its message field', async ({ page, chat, startConversation }) => {
      await chat.open(await startConversation('Tell me about tea, please.'));
      await expect(chat.answers).toHaveCount(1);
      await chat.field.fill('one\n'.repeat(8));
      await chat.log.scrollIntoViewIfNeeded();
      await chat.log.evaluate((element) => element.scrollIntoView());
      expect(await shownHeight(chat.log)).toBeGreaterThanOrEqual(150);
      await chat.send.scrollIntoViewIfNeeded();
      expect((await boxOf(chat.field)).top).toBeGreaterThanOrEqual((await boxOf(chat.log)).bottom - 1);
      await expectGoodLooks(page);
    });

    test('shows the start of a conversation without parts over each other', async ({ page, chat }) => {
      await chat.open();
      const start = page.getByText('Start Chatting');
      await expect(start).toBeVisible();
      expect((await boxOf(start)).top).toBeGreaterThanOrEqual((await boxOf(chat.tab('Chat'))).bottom);
      expect((await boxOf(chat.field)).top).toBeGreaterThanOrEqual((await boxOf(start)).bottom);
      await expectGoodLooks(page);
    });
  });

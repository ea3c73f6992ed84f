import type { Locator } from '@playwright/test';
import { message } from '../../unit/web/features/chat/messages.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

const directionOf = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).direction);

test('texts of a person run in the direction of their language, and code from left to right', async ({
  page,
  chat,
  startConversation,
}) => {
  const messages = [
    message(1, { text: '- أولا `npm ci`\n\n```js\nconst tea = 1;\n```' }),
    message(0, { text: 'ما هو الشاي؟\nTea?' }),
  ];
  await page.route('**/api/chat/session/message/list?*', (route) =>
    route.fulfill({ json: route.request().url().includes('lastSessionMessageId') ? [] : messages }),
  );
  await chat.open(await startConversation('الشاي الأخضر'));
  for (const role of ['heading', 'link'] as const)
    expect(await directionOf(page.getByRole(role, { name: 'الشاي الأخضر' }))).toBe('rtl');
  expect(await directionOf(chat.questions.getByText('ما هو'))).toBe('rtl');
  expect(await directionOf(chat.answers.getByText('npm ci'))).toBe('ltr');
  expect(await directionOf(chat.answers.getByText('const tea'))).toBe('ltr');
  await chat.field.fill('مرحبا');
  expect(await directionOf(chat.field)).toBe('rtl');
  await chat.field.fill('Hello');
  expect(await directionOf(chat.field)).toBe('ltr');
  await chat.questions.getByRole('button', { name: /^Edit/ }).click();
  expect(await directionOf(page.getByLabel('Edit your question'))).toBe('rtl');
  await expectGoodLooksInBothViews(page);
});

import { message } from '../../unit/web/features/chat/messages.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const text = [
  'Here is **bold** and $x^2 + 1$ and `code`.',
  '| tea | minutes |\n|---|--:|\n| green | 3 |',
  '```python\ndef f():\n\treturn 1\n```',
  '1. one\n2. two\n   - [x] done',
  String.raw`$$\int_0^1 x\,dx$$`,
  'مرحبا! هذا **نص عربي** طويل.',
].join('\n\n');

const answer = message(1, {
  text,
  modelCode: 'gpt-4o',
  thoughts: 'The question is about tea.',
  citations: [{ url: 'https://example.org/tea', title: 'All about tea' }],
  version: 2,
  versions: [1, 2],
});

/** Returns one form of what is on the clipboard. */
const clipboard = (page: Page, type: 'text/plain' | 'text/html') =>
  page.evaluate<string>(
    `navigator.clipboard.read().then(([item]) => item.getType('${type}')).then((blob) => blob.text())`,
  );

test.beforeEach(async ({ page, chat, startConversation }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/api/chat/session/message/list?*', (route) =>
    route.fulfill({ json: route.request().url().includes('lastSessionMessageId') ? [] : [answer, message(0)] }),
  );
  await chat.open(await startConversation('Hello'));
  await expect(chat.answers.locator('math')).toHaveCount(2);
  await expect(chat.answers.getByText('2/2')).toBeVisible();
});

test('a selection has the words of the messages, and none of a button', async ({ page, chat }) => {
  await chat.answers.getByText('1 source').click();
  await chat.log.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await clipboard(page, 'text/plain');
  for (const words of ['text 0', 'Here is bold', 'def f():', 'green', 'All about tea', '$x^2 + 1$', 'نص عربي'])
    expect(copied).toContain(words);
  expect(copied).not.toMatch(
    /copy|download|wrap|python|regenerate|fork|edit|source|gpt-4o|2\/2|version|assistant|you\b|thoughts/i,
  );
});

test('the copy button gives the Markdown source, and HTML with a table, a list and formulas', async ({
  page,
  chat,
}) => {
  await chat.button('Copy answer').click();
  await expect(chat.button('Copied answer')).toBeVisible();
  expect(await clipboard(page, 'text/plain')).toBe(text);
  await page.evaluate('getSelection().removeAllRanges()');
  const html = await clipboard(page, 'text/html');
  for (const part of [
    '<strong>bold</strong>',
    '<msup>',
    'application/x-tex',
    String.raw`\int_0^1 x\,dx`,
    '<table border="1"',
    'align="right"',
    '>def f():\n\treturn 1</code></pre>',
    '<li>one</li>',
    '☑ done',
  ])
    expect(html).toContain(part);
  expect(html).not.toMatch(/<button|<input|class=|wrap|download|python/i);
});

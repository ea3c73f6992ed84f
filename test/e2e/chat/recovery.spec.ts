import { focusWindow, expect, loseAnswer, test } from './test.ts';
import { ChatPage } from '../pages/chat-page.ts';

test.use({
  cutsOff: true,
  /** The bucket of uploads, behind the local endpoint. */
  otherOrigins: /^http:\/\/127\.0\.0\.1:\d+\/uploads-/,
});

test.describe('a message', { tag: '@deep' }, () => {
  test('is kept until the server has it, and starts one conversation', async ({ page, chat, user }) => {
    await chat.open();
    await page.route('**/create_with_message', loseAnswer);
    await chat.field.fill('First words\n\nand more');
    await chat.send.click();
    await expect(page.getByText('Not sent. Your draft is saved. The site could not be reached.')).toBeVisible();
    await page.reload();
    await expect(chat.field).toHaveValue('First words\n\nand more');
    await page.unrouteAll();
    await chat.send.click();
    await expect(page).toHaveURL(/\/chat\?sessionId=/);
    await chat.answered();
    expect(await user.call('GET /api/chat/session/list', { query: {} })).toHaveLength(1);
    await chat.open();
    await expect(chat.field).toHaveValue('');
  });

  test('is sent once when it is only a file', async ({ page, chat, user }) => {
    await chat.open();
    const file = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tea') };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(chat.send).toBeEnabled();
    await page.route('**/create_with_message', loseAnswer);
    await chat.send.click();
    await expect(page.getByText(/^Not sent\./)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove notes.md' })).toBeVisible();
    await page.unrouteAll();
    await chat.send.click();
    await chat.answered();
    expect(await user.call('GET /api/chat/session/list', { query: {} })).toHaveLength(1);
  });

  test('is kept for its own conversation, and is sent once', async ({ page, chat, user, startConversation }) => {
    const sessionId = await startConversation('A beginning');
    await chat.open(sessionId);
    await chat.answered();
    await page.route('**/message/create?*', loseAnswer);
    await chat.field.fill('And then?');
    await chat.field.press('Control+Enter');
    await expect(page.getByText('Not sent. Your draft is saved.')).toBeVisible();
    await chat.open();
    await expect(chat.field).toHaveValue('');
    await page.goBack();
    await expect(chat.questions.first()).toBeVisible();
    await expect(chat.field).toHaveValue('And then?');
    await page.unrouteAll();
    await chat.field.press('Control+Enter');
    await expect(chat.field).toHaveValue('');
    await chat.answered();
    const messages = await user.call('GET /api/chat/session/message/list', { query: { sessionId } });
    const questions = messages.filter(({ senderRole }) => senderRole === 'USER');
    expect(questions.map(({ text }) => text)).toEqual(['And then?', 'A beginning']);
    await expect(chat.questions).toHaveCount(2);
  });

  test.describe('a refused message', () => {
    test.use({ expectedFailures: [429] });

    test('says why, and when to try again', async ({ page, chat, startConversation }) => {
      await chat.open(await startConversation('One more'));
      await chat.answered();
      await page.route('**/message/create?*', (route) =>
        route.fulfill({
          status: 429,
          json: { errorCode: 'tooMany', message: '3 answers are being written', requestId: 'r', retryAfterSeconds: 5 },
        }),
      );
      await chat.field.fill('Too much');
      await chat.send.click();
      await expect(
        page.getByText('Not sent. Your draft is saved. 3 answers are being written. Try again in 5 seconds. Retry'),
      ).toBeVisible();
      await expect(chat.field).toHaveValue('Too much');
      await page.unrouteAll();
      await chat.button('Retry').click();
      await expect(chat.questions.filter({ hasText: 'Too much' })).toBeVisible();
      await chat.answered();
    });
  });

  test('is shown when it was sent in another tab and the user returns to this one', async ({
    page,
    chat,
    startConversation,
  }) => {
    await chat.open(await startConversation('Here'));
    await chat.answered();
    const tab = await page.context().newPage();
    const other = new ChatPage(tab);
    await tab.goto(page.url());
    await other.answered();
    await other.sendMessage('There');
    await other.answered();
    await tab.close();
    await focusWindow(page);
    await expect(chat.questions).toHaveText([/Here/, /There/]);
  });
});

test.describe('a question', { tag: '@deep' }, () => {
  test('appears in another tab at once', async ({ chat, context, startConversation }) => {
    const sessionId = await startConversation('Hello');
    const other = new ChatPage(await context.newPage());
    await other.open(sessionId);
    await expect(other.questions).toHaveCount(1);
    await chat.open(sessionId);
    await chat.sendMessage('Seen everywhere');
    await expect(other.questions).toHaveCount(2);
  });
});

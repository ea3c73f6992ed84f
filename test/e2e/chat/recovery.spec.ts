import { focusWindow, expect, loseAnswer, test } from './test.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';

test.use({ cutsOff: true });

/** Holds back the texts of all messages until the test calls `release`. */
const holdMessages = `{
  const { fetch } = window;
  const isReleased = new Promise((resolve) => { window.release = resolve; });
  window.fetch = async (address, init) => {
    const answer = await fetch(address, init);
    const text = await answer.text();
    if (address.includes('/session/message/')) await isReleased;
    return new Response(text, { status: answer.status });
  };
}`;

test.describe('an answer', () => {
  test('is complete although an older list arrives together with its end', async ({ page, chat, user }) => {
    await page.clock.install();
    await chat.open();
    await page.evaluate(holdMessages);
    await page.route('**/session/message/*.*', async (route) => {
      const { pathname } = new URL(route.request().url());
      const params = { sessionMessageId: pathname.slice(pathname.lastIndexOf('/') + 1) };
      await expect
        .poll(() => user.call('GET /api/chat/session/message/{sessionMessageId}', { params }))
        .toMatchObject({ status: 'DONE' });
      await route.continue();
    });
    await page.route('**/message/list?*', async (route) => {
      const response = await fetchAnswer(route);
      await route.fulfill({ response, body: (await response.text()).replace('"DONE"', '"PENDING"') });
    });
    const polled = page.waitForResponse('**/session/message/*.*');
    await chat.sendMessage('Overtaken');
    await polled;
    // The page asks for the list again only when the last one is 2 s old.
    await page.clock.fastForward(2_100);
    const listed = page.waitForResponse('**/message/list?*');
    await focusWindow(page);
    await (await listed).finished();
    await page.evaluate('release()');
    await expect(await chat.answered()).toContainText('Overtaken');
  });
});

test.describe('a message', () => {
  test('is kept until the server has it, and starts one conversation', async ({ page, chat, user }) => {
    await chat.open();
    await page.route('**/create_with_message', loseAnswer);
    await chat.field.fill('First words\n\nand more');
    await chat.send.click();
    await expect(
      page.getByText('Not sent. Your draft is saved. You are offline, or the site cannot be reached.'),
    ).toBeVisible();
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

test.describe('a question', () => {
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

import { expectGoodLooks } from '../fixtures/looks.ts';
import { composeWithEnter } from '../pages/chat-page.ts';
import { expect, test } from './test.ts';

test.describe('the message field', () => {
  test('is one link away from the home page, and invites to write', { tag: '@phone' }, async ({ page, chat }) => {
    await page.goto('/');
    await expect(page.getByText('No conversations yet')).toBeVisible();
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Chat' }).click();
    await expect(page.getByRole('heading', { name: 'Start Chatting' })).toBeVisible();
    await expect(chat.button('Settings')).toBeDisabled();
    await expect(chat.send).toBeDisabled();
    await chat.field.fill(' \n ');
    await expect(chat.send).toBeDisabled();
    await expectGoodLooks(page);
  });

  test(
    'goes on with the last conversation from the home page with two taps',
    { tag: '@phone-only' },
    async ({ page, chat, startConversation }) => {
      await startConversation('How hot is tea?');
      await page.goto('/');
      await page.getByRole('listitem').getByRole('link', { name: 'How hot is tea?' }).tap();
      await chat.field.tap();
      await expect(chat.field).toBeFocused();
      await expect(chat.answers).toHaveCount(1);
    },
  );

  test(
    'takes Enter for a new line, leaves an input method alone, and sends with Ctrl+Enter',
    { tag: '@phone' },
    async ({ page, chat }) => {
      await chat.open();
      await chat.field.focus();
      await page.keyboard.type('Please write a function');
      await page.keyboard.press('Enter');
      await page.keyboard.type('请给我一个表格: a table, and a list');
      await composeWithEnter(chat.field);
      await expect(chat.field).toHaveValue('Please write a function\n请给我一个表格: a table, and a list');
      expect(new URL(page.url()).search).toBe('');
      await page.keyboard.press('Control+Enter');
      await expect(page).toHaveURL(/\/chat\?sessionId=/);
      await expect(chat.questions).toContainText('请给我一个表格');
      expect(await chat.questions.innerText()).toContain('function\n请给我一个表格');
      await expect(chat.field).toHaveValue('');
    },
  );

  test('sends one message on two clicks', async ({ chat, user }) => {
    await chat.open();
    await chat.field.fill('Twice?');
    await chat.send.evaluate((button) => {
      for (let clicks = 0; clicks < 2; clicks += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    await chat.answered();
    await expect(chat.questions).toHaveCount(1);
    expect(await user.call('GET /api/chat/session/list', { query: {} })).toHaveLength(1);
  });

  test('neither sends nor cuts a message that is too long', async ({ page, chat }) => {
    await chat.open();
    await chat.field.fill('a'.repeat(32_001));
    await expect(page.getByText('1 characters too long')).toBeVisible();
    await expect(chat.send).toBeDisabled();
    expect((await chat.field.inputValue()).length).toBe(32_001);
  });

  test('starts a conversation although the user leaves meanwhile, and does not lead back', async ({ page, chat }) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/create_with_message', async (route) => {
      await isReleased;
      await route.continue();
    });
    await chat.open();
    await chat.field.fill('While I look around');
    await chat.send.click();
    await chat.tab('Session').click();
    release();
    await expect(page.getByRole('link', { name: 'While I look around' })).toBeVisible();
    await expect(page).toHaveURL('/chat/session');
  });
});

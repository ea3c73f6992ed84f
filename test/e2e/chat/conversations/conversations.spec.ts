import { expectGoodLooksInBothViews } from '../../fixtures/looks.ts';
import { composeWithEnter } from '../../pages/chat-page.ts';
import { expect, test } from '../test.ts';

const undoMs = 10_000;

test.describe('the list of conversations', () => {
  test('shares its query string with the chat, and marks the open conversation', async ({
    page,
    chat,
    startConversation,
  }) => {
    const search = `?sessionId=${await startConversation('Functions 和表格')}`;
    await page.goto(`/chat${search}`);
    await chat.tab('Session').click();
    await expect(chat.conversations).toHaveCount(1);
    await expect(page).toHaveURL(`/chat/session${search}`);
    await expect(page.locator('[aria-current=true]')).toHaveText('Functions 和表格');
    await expectGoodLooksInBothViews(page);
    await chat.tab('Chat').click();
    await expect(chat.questions.first()).toBeVisible();
    await expect(page).toHaveURL(`/chat${search}`);
  });

  test('creates a conversation with Enter, and cancels with Escape', async ({ page, chat }) => {
    await page.goto('/chat/session');
    const field = page.getByRole('textbox', { name: 'Title' });
    await chat.button('New').click();
    // Its code loads with the first click.
    await expect(field).toBeFocused();
    await page.keyboard.type('Never mind');
    await page.keyboard.press('Escape');
    await chat.button('New').click();
    await field.fill('Gartenplan');
    await composeWithEnter(field);
    await expect(field).toHaveValue('Gartenplan');
    await field.press('Enter');
    await expect(page.getByRole('link', { name: 'Gartenplan' })).toBeVisible();
    await expect(chat.button('New')).toBeVisible();
    await expect(page.getByText('Never mind')).toHaveCount(0);
    // The whole row opens the conversation, not just its title.
    await chat.conversations.filter({ hasText: 'Gartenplan' }).click({ position: { x: 150, y: 4 } });
    await expect(page).toHaveURL(/\/chat\?sessionId=/);
    await expect(page.getByText('no more messages')).toBeVisible();
  });

  test('shows the buttons of a row in the rail beside its title', async ({ page, user }) => {
    const title = 'A very long title about the history of tea in China and elsewhere';
    await user.call('POST /api/chat/session/create', { body: { title } });
    await page.goto('/chat');
    const rail = page.getByRole('navigation', { name: 'Conversations' });
    const link = rail.getByRole('link', { name: title });
    const edges = async () => {
      const [text, pin] = [await link.boundingBox(), await rail.getByRole('button', { name: 'Pin' }).boundingBox()];
      return {
        end: text && text.x + text.width,
        height: (await rail.getByRole('listitem').boundingBox())?.height,
        pin: pin?.x,
      };
    };
    const before = await edges();
    await link.hover();
    await expect.poll(async () => (await edges()).end ?? 0).toBeLessThan(before.end ?? 0);
    const after = await edges();
    expect(after.end).toBeLessThan(after.pin ?? 0);
    expect(after.height).toBe(before.height);
  });

  test(
    'pins a conversation, which stays at the top for other devices',
    { tag: '@deep' },
    async ({ page, chat, user }) => {
      for (const title of ['Gartenplan', 'A very long title about the history of tea in China and elsewhere'])
        await user.call('POST /api/chat/session/create', { body: { title } });
      await page.goto('/chat/session');
      await expect(chat.conversations.first()).toContainText('A very long title');
      await chat.conversations.filter({ hasText: 'Gartenplan' }).getByRole('button', { name: 'Pin' }).click();
      await expect(chat.conversations.first()).toContainText('Gartenplan');
      await expect(page.getByRole('link', { name: 'Gartenplan' })).toBeFocused();
      await expectGoodLooksInBothViews(page);
      await page.reload();
      await expect(chat.conversations.first()).toContainText('Gartenplan');
      await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible();
      await chat.conversations.first().getByRole('button', { name: 'Unpin' }).click();
      await expect(chat.conversations.first()).toContainText('A very long title');
    },
  );

  test('renames a conversation, and needs a title for that', async ({ page, chat, user }) => {
    await user.call('POST /api/chat/session/create', { body: { title: 'Gartenplan' } });
    await page.goto('/chat/session');
    await chat.button('Rename').click();
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.fill(' ');
    await field.press('Enter');
    await expect(page.getByText('Enter a title.')).toBeVisible();
    await field.fill('Garden plan');
    await field.press('Enter');
    await expect(page.getByRole('link', { name: 'Garden plan' })).toBeVisible();
  });

  test('finds conversations by their titles', async ({ page, chat, user }) => {
    for (const title of ['Functions', 'Garden plan'])
      await user.call('POST /api/chat/session/create', { body: { title } });
    await page.goto('/chat/session');
    await expect(chat.conversations).toHaveCount(2);
    await page.getByLabel('Search conversations').fill('garDEN');
    await expect(chat.conversations).toHaveText([/Garden plan/]);
    await expect(page).toHaveURL(/search=garDEN/);
    await page.getByLabel('Search conversations').fill('');
    await expect(page.getByText('Functions')).toBeVisible();
  });

  test('deletes a conversation, with a way back', async ({ page, chat, user }) => {
    const { sessionId } = await user.call('POST /api/chat/session/create', { body: { title: 'Garden plan' } });
    await user.call('POST /api/chat/session/create', { body: { title: 'Functions' } });
    let deletions = 0;
    page.on('response', (response) => void (deletions += response.url().endsWith('/delete') ? 1 : 0));
    await page.clock.install();
    await page.goto(`/chat/session?sessionId=${sessionId}`);
    const row = chat.conversations.filter({ hasText: 'Garden plan' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('');
    await chat.button('Undo').click();
    await expect(page.getByRole('link', { name: 'Garden plan' })).toBeVisible();
    // The Chat tab leads into it again.
    await expect(page).toHaveURL(`/chat/session?sessionId=${sessionId}`);
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('“Garden plan” was deleted.')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await page.clock.fastForward(undoMs);
    await expect(chat.button('Undo')).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('');
    // The list is ahead of the calls, which follow one another.
    await expect.poll(() => deletions).toBe(2);
    await page.reload();
    await expect(chat.conversations).toHaveText([/Functions/]);
  });

  test(
    'deletes several selected conversations, with one way back, and exports them',
    { tag: ['@deep', '@phone'] },
    async ({ page, chat, user }) => {
      const titles = ['Tea', 'A very long title about the history of coffee in Vienna and elsewhere', 'Milk'];
      for (const title of titles) await user.call('POST /api/chat/session/create', { body: { title } });
      await page.goto('/chat/session');
      await expect(chat.conversations).toHaveCount(3);
      await chat.button('Select').click();
      await page.getByRole('checkbox', { name: 'Milk' }).focus();
      await page.keyboard.press('Space');
      // The whole row selects its conversation.
      await chat.conversations.filter({ hasText: 'Tea' }).click({ position: { x: 250, y: 6 } });
      await expect(page.getByText('2 selected')).toBeVisible();
      await expectGoodLooksInBothViews(page);
      const saved = page.waitForEvent('download');
      await chat.button('Export').click();
      expect((await saved).suggestedFilename()).toMatch(/^chat-\d{4}-\d\d-\d\d\.zip$/);
      await expect(page.getByText('2 selected · 2 conversations saved')).toBeVisible();
      await chat.button('Delete').click();
      await expect(chat.conversations).toHaveText([/A very long title/]);
      await chat.button('Undo').click();
      await expect(chat.conversations).toHaveCount(3);
      await page.reload();
      await expect(chat.conversations).toHaveCount(3);
    },
  );

  test('names the last conversation on the home page', async ({ page, startConversation }) => {
    await startConversation('Functions 和表格');
    await page.goto('/');
    await expect(page.getByText('Last: Functions 和表格')).toBeVisible();
    await expect(page.getByText('no communities yet')).toBeVisible();
    await expect(page.getByText('no conversations yet')).toHaveCount(0);
    await expectGoodLooksInBothViews(page);
    // From any other screen it is the second tap: the first one leads home.
    await page.getByRole('link', { name: /^Functions 和表格/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Functions 和表格' })).toBeVisible();
  });
});

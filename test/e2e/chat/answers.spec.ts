import { expectGoodLooksInBothViews, stopTimers } from '../fixtures/looks.ts';
import { views } from '../fixtures/views.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { expect, test } from './test.ts';

test.describe('an answer', () => {
  test.describe('with motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    test('shows code in colors and a table', async ({ page, chat }) => {
      await chat.open();
      await chat.sendMessage('Please write a function\n请给我一个表格: a table, and a list');
      const answer = await chat.answered();
      await expect(page.getByRole('img', { name: 'Thinking face' })).toHaveCount(0);
      await expect(answer).toContainText(/gpt-6\.1-terra · [\d,]+ tokens/);
      await expect(answer.getByRole('table')).toBeVisible();
      await expect(answer.locator('pre span', { hasText: /^function$/ })).toBeVisible();
      await expect(answer.getByRole('link', { name: 'a link' })).toHaveAttribute('rel', 'noreferrer');
      await expect(page.getByText('no more messages')).toBeVisible();
      await expect(page).toHaveTitle('Please write a function · my.site');
      await expect(chat.log).toHaveAttribute('aria-live', 'off');
      await expect(page.getByRole('status').filter({ hasText: 'Done. This is the built-in stand-in' })).toHaveCount(1);
      await expectGoodLooksInBothViews(page);
    });
  });

  test('is followed by a new conversation, with a way back', async ({ page, chat, startConversation }) => {
    await chat.open(await startConversation('Hello'));
    await chat.answered();
    await page.getByRole('link', { name: 'New conversation' }).click();
    await expect(page.getByRole('heading', { name: 'Start Chatting' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await chat.answered();
  });

  test('copies its code and all of itself', async ({ page, chat, startConversation }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await chat.open(await startConversation('Please write a function'));
    await expect(page.getByRole('button', { name: 'copy answer' })).toBeVisible();
    await stopTimers(page);
    await page.getByRole('button', { name: 'copy code' }).click();
    await expect(page.getByRole('button', { name: 'copied code' })).toBeVisible();
    expect(await clipboard()).toMatch(/^\/\*\* Greatest common divisor/);
    await page.getByRole('button', { name: 'copy answer' }).click();
    await expect(page.getByRole('button', { name: 'copied answer' })).toBeVisible();
    expect(await clipboard()).toContain('```typescript');
  });

  test('is stopped while the model thinks, and is regenerated', async ({ chat, site }) => {
    await site.control('/model', { mode: 'silent' });
    await chat.open();
    await chat.sendMessage('Are you there?');
    await expect(chat.face('Thinking face')).toBeVisible();
    await chat.button('Stop').click();
    const answer = await chat.answered();
    await expect(answer.getByText('stopped')).toBeVisible();
    await site.control('/model', { mode: 'fast' });
    await chat.answerButton('Regenerate').click();
    await expect(answer.getByText('Are you there?')).toBeVisible();
    await chat.answered();
    await expect(answer).not.toContainText('stopped');
  });

  test('says why there is none, and is regenerated', async ({ page, chat, site }) => {
    await site.control('/model', { mode: 'quota' });
    await chat.open();
    await chat.sendMessage('Hello?');
    await expect(chat.face('Sad face')).toBeVisible();
    await expect(chat.answers.getByText('The site’s credit with the provider is used up.')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await site.control('/model', { mode: 'fast' });
    await chat.answerButton('Regenerate').click();
    await expect(chat.face('Sad face')).toHaveCount(0);
    await expect(await chat.answered()).toContainText('Hello?');
  });

  test(
    'is complete in another browser although its tab was closed',
    { tag: '@deep' },
    async ({ openPage, site, user }) => {
      await site.control('/model', { mode: 'normal' });
      const closed = await openPage(user.name);
      await closed.goto('/chat');
      await new ChatPage(closed).sendMessage('Close the lid: 2 kB');
      await expect(closed.getByText('Writing…')).toBeVisible();
      await closed.context().close();

      const opened = await openPage(user.name, views.phone);
      const chat = new ChatPage(opened);
      await opened.goto('/chat/session');
      await opened.getByRole('link', { name: 'Close the lid' }).click();
      expect((await (await chat.answered()).innerText()).length).toBeGreaterThan(1_800);
      await expect(chat.answers).toHaveCount(1);
    },
  );

  test('keeps its text when it is stopped', async ({ page, chat, site }) => {
    await site.control('/model', { mode: 'stalled' });
    await chat.open();
    await chat.sendMessage('Stop at 30 kB');
    await expect(page.getByText('Writing…')).toBeVisible();
    await expect(page.getByText('This sentence').first()).toBeVisible();
    await chat.button('Stop').click();
    const text = await (await chat.answered()).innerText();
    expect(text).toContain('· stopped');
    expect(text).toContain('This sentence');
    // The model sends half of the 30 kB.
    expect(text.length).toBeLessThan(25_000);
  });

  test(
    'is regenerated by the successor of a model that is gone',
    { tag: '@deep' },
    async ({ page, chat, site, user, startConversation }) => {
      const sessionId = await startConversation('Hello');
      await user.call('POST /api/chat/session/{sessionId}/update', {
        params: { sessionId },
        body: { title: null, memorySize: null, modelCode: 'o1' },
      });
      await site.control('/model', { mode: 'gone' });
      await chat.open(sessionId);
      await chat.answerButton('Regenerate').click();
      await expect(chat.face('Sad face')).toBeVisible();
      await expect(chat.answers.getByText('This model is no longer available.')).toBeVisible();
      await site.control('/model', { mode: 'fast' });
      await chat.button('Regenerate with GPT-6.1 Sol').click();
      await expect((await chat.answered()).getByText(/^gpt-6\.1-sol · /)).toBeVisible();
      await chat.button('Settings').click();
      await expect(page.getByLabel('Model')).toHaveValue('gpt-6.1-sol');
    },
  );
});

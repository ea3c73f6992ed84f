import type { Page } from '@playwright/test';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import type { ChatPage } from '../pages/chat-page.ts';
import { expect, test } from './test.ts';

/** Asks the last question of the open conversation in other words, as another device does. */
const editElsewhere = (page: Page, text: string) =>
  page.evaluate(`(async () => {
    const messages = '/api/chat/session/message/';
    const [{ sessionMessageId }] = await (await fetch(messages + 'list' + location.search)).json();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ text: ${JSON.stringify(text)} });
    await fetch(messages + sessionMessageId + '/regenerate', { method: 'POST', headers, body });
    for (let status; status !== 'DONE'; ) ({ status } = await (await fetch(messages + sessionMessageId)).json());
  })()`);

const edit = (chat: ChatPage) => chat.questions.last().getByRole('button', { name: 'edit the last question' });
const editor = (page: Page) => page.getByLabel('Edit your question');

test.describe('a regenerated answer', () => {
  test.beforeEach(async ({ chat, startConversation }) => {
    await chat.open(await startConversation('A function and a table, please'));
    await expect((await chat.answered()).getByRole('table')).toBeVisible();
  });

  test('stays in its place when the new one fails, and the failure can be dismissed', async ({ chat, site }) => {
    await site.control('/model', { mode: 'quota' });
    await chat.answerButton('Regenerate').click();
    await expect(chat.face('Sad face')).toBeVisible();
    await expect(chat.answers.getByRole('table')).toBeVisible();
    await chat.answerButton('Keep previous').press('Enter');
    await expect(chat.answers.getByText(/gpt-6\.1-terra · [\d,]+ tokens/)).toBeVisible();
    await expect(chat.answers.last()).toBeFocused();
    await expect(chat.face('Sad face')).toHaveCount(0);
    await expect(chat.answers.getByRole('table')).toBeVisible();
  });

  test('can be switched with the keyboard, and the conversation goes on from the chosen one', async ({
    page,
    chat,
    site,
  }) => {
    await site.control('/model', { mode: 'cut' });
    await chat.answerButton('Regenerate').click();
    await expect(chat.face('Sad face')).toBeVisible();
    await expect(chat.answers.getByText('2/2')).toBeVisible();
    await expect(chat.answers.getByRole('table')).toHaveCount(0);
    await expectGoodLooksInBothViews(page);
    await chat.answerButton('Previous version').press('Enter');
    await expect(chat.answers.getByText('1/2')).toBeVisible();
    await expect(chat.answers.getByRole('table')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Version 1 of 2$/ })).toHaveCount(1);
    await expectGoodLooksInBothViews(page);

    // The focus stays where it is, although there is nothing before this answer and the text around it has changed.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(chat.answers.getByText('2/2')).toBeVisible();
    await expect(chat.face('Sad face')).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(chat.answers.getByText('1/2')).toBeVisible();
    await page.reload();
    await expect(chat.answers.getByText('1/2')).toBeVisible();
  });
});

test.describe('the last question', () => {
  test.use({ cutsOff: true });

  test.beforeEach(async ({ chat, startConversation }) => {
    await chat.open(await startConversation('A function and a table, please'));
    await chat.answered();
  });

  test('stays as it is when its edit is canceled', async ({ page, chat }) => {
    await edit(chat).click();
    await expectGoodLooksInBothViews(page);
    await editor(page).press('Escape');
    await expect(editor(page)).toHaveCount(0);
    await expect(chat.questions.last()).toBeFocused();
  });

  test(
    'is edited once although answers are lost, and returns with the answer that it had',
    { tag: '@deep' },
    async ({ page, chat }) => {
      const loseAnswers = (address: string) =>
        page.route(address, async (route) => {
          if (route.request().method() === 'POST') await fetchAnswer(route);
          await route.abort();
        });
      await edit(chat).click();
      await editor(page).fill('A list, please');
      await loseAnswers('**/session/message/**');
      await editor(page).press('Control+Enter');
      await expect(page.getByText('This may not have been sent. Your text is saved.')).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      // The page sees that the server has the text as soon as it can load the list again.
      await loseAnswers('**/regenerate');
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect(editor(page)).toHaveCount(0);
      await expect(chat.questions.getByText('A list, please', { exact: true })).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      await expect((await chat.answered()).getByText('You asked: "A list, please"')).toBeVisible();
      await expect(chat.questions).toHaveCount(1);

      await chat.answerButton('Previous version').click();
      await expect(chat.answers.getByText('1/2')).toBeVisible();
      await expect(chat.questions.getByText('A function and a table, please', { exact: true })).toBeVisible();
    },
  );

  test(
    'is shown as another device has edited it when its answer is regenerated',
    { tag: '@deep' },
    async ({ page, chat }) => {
      await editElsewhere(page, 'A poem, please');
      await chat.answerButton('Regenerate').click();
      await expect(chat.questions.getByText('A poem, please', { exact: true })).toBeVisible();
      await expect((await chat.answered()).getByText('You asked: "A poem, please"')).toBeVisible();
      await expect(chat.questions).toHaveCount(1);
    },
  );
});

test(
  'an earlier question is asked in other words in a fork, which the map of the branches shows',
  { tag: '@deep' },
  async ({ page, chat, startConversation }) => {
    await chat.open(await startConversation('Tell me about tea, please.'));
    await chat.answered();
    await chat.sendMessage('And about coffee?');
    await chat.answered();
    await chat.questions.first().getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByText('This conversation stays as it is.')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await editor(page).fill('Tell me about milk, please.');
    await editor(page).press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name: /\(fork\)$/ })).toBeVisible();
    await expect((await chat.answered()).getByText('You asked: "Tell me about milk, please."')).toBeVisible();
    await expect(chat.questions).toHaveCount(1);

    await page.getByRole('link', { name: 'Branches' }).click();
    const map = page.getByRole('dialog', { name: 'Branches' });
    await expect(map.getByText('Continues with “Tell me about milk, please.”')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await page.keyboard.press('Escape');
    await expect(map).toHaveCount(0);
    await chat.button('Settings').click();
    await chat.settings.getByRole('link', { name: 'Forks and versions' }).click();
    await map.getByRole('link', { name: 'Tell me about tea, please.' }).click();
    await expect(chat.questions).toHaveCount(2);
    await expect(chat.questions.last()).toContainText('And about coffee?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'an answer in the middle forks its conversation, and each goes on by itself',
  { tag: '@deep' },
  async ({ page, chat, startConversation }) => {
    await chat.open(await startConversation('Tell me about tea, please.'));
    await chat.answered();
    await chat.sendMessage('And about coffee?');
    await chat.answered();
    await chat.answers.first().getByRole('button', { name: 'Fork' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /\(fork\)$/ })).toBeVisible();
    await expect(chat.questions).toHaveCount(1);
    await expectGoodLooksInBothViews(page);
    await chat.sendMessage('And about milk?');
    await chat.answered();
    await expect(chat.questions.last()).toContainText('And about milk?');
    await page.goBack();
    await expect(chat.questions.last()).toContainText('And about coffee?');
    await expect(page.getByText('And about milk?')).toHaveCount(0);
  },
);

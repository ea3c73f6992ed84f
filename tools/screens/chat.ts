import { ChatPage } from '../../test/e2e/pages/chat-page.ts';
import { both, type Scene } from './scene.ts';

export const chatScenes: Scene[] = [
  {
    name: 'chat-writing',
    after: [],
    views: ['desktop'],
    async show({ page, site }) {
      const chat = new ChatPage(page);
      await site.control('/model', { mode: 'slow' });
      await chat.open();
      await chat.sendMessage('Write a function, please, and a table: 两种饮料的比较');
      await page.getByText('Writing…').waitFor();
      await chat.answers
        .getByText(/\S{4} .*\S{4} .*\S{4} /)
        .first()
        .waitFor();
    },
  },
  {
    name: 'chat-answered',
    after: ['chat-writing'],
    views: both,
    async show({ page, site }) {
      const chat = new ChatPage(page);
      await chat.button('Stop').click();
      await chat.answered();
      await site.control('/model', { mode: 'normal' });
      await chat.answerButton('Regenerate').click();
      await chat.answers.locator('pre span').first().waitFor();
      await chat.answered();
    },
  },
  {
    name: 'chat-settings',
    after: ['chat-answered'],
    views: ['phone'],
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.button('Settings').click();
      await chat.settings.getByText('This month').waitFor();
    },
  },
  {
    name: 'chat-failed',
    after: ['chat-settings'],
    views: ['desktop'],
    async show({ page, site }) {
      const chat = new ChatPage(page);
      await page.keyboard.press('Escape');
      await chat.settings.waitFor({ state: 'detached' });
      await site.control('/model', { mode: 'quota' });
      await chat.sendMessage('One more thing');
      await chat.face('Sad face').waitFor();
      await site.control('/model', { mode: 'normal' });
    },
  },
  {
    name: 'chat-sessions',
    after: ['chat-answered'],
    views: both,
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.open();
      await chat.tab('Session').click();
      for (const title of ['花园计划', 'A title so long that no phone shows all of it, and hardly any window either']) {
        await chat.button('New').click();
        await page.getByRole('textbox', { name: 'Title' }).fill(title);
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: title }).waitFor();
      }
      await chat.button('New').waitFor();
    },
  },
  {
    name: 'chat-transfer',
    after: ['chat-sessions'],
    views: both,
    async show({ page }) {
      await page.getByRole('link', { name: 'Import and export' }).click();
      const message = { author: { role: 'user' }, content: { content_type: 'text', parts: ['Tea?'] }, create_time: 1 };
      const mapping = { one: { id: 'one', message, parent: null, children: [] } };
      const text = JSON.stringify([{ id: 'tea', title: 'Tea', mapping, current_node: 'one' }]);
      const file = { name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.getByLabel('Choose file').setInputFiles(file);
      await page.getByText('Done:').waitFor();
      await page.getByRole('button', { name: 'Export all' }).click();
      await page.getByText('conversations saved').waitFor();
    },
  },
  {
    name: 'chat-personas',
    after: [],
    views: both,
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.open();
      await chat.button('Personas').click();
      for (const name of ['Tea expert', '花园顾问', 'A name so long that it takes more than one line on a phone']) {
        await chat.button('New persona').click();
        await page.getByLabel('Name').fill(name);
        await page.getByLabel('System prompt').fill('You know all about it, and answer in one paragraph.');
        await chat.button('Save').click();
        await page.getByText(name).last().waitFor();
      }
    },
  },
  {
    name: 'chat-persona',
    after: ['chat-personas'],
    views: both,
    async show({ page }) {
      await page.getByRole('button', { name: 'Edit Tea expert' }).click();
      await page.getByLabel('Memory size').waitFor();
    },
  },
  {
    name: 'chat-persona-chosen',
    after: ['chat-persona'],
    views: both,
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.button('Cancel').click();
      await chat.button('Close').click();
      await chat.button('Tea expert').click();
    },
  },
  {
    name: 'chat-edit-in-fork',
    after: ['chat-persona-chosen'],
    views: both,
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.sendMessage('Tell me about tea, please.');
      await chat.answered();
      await chat.sendMessage('And about coffee?');
      await chat.answered();
      await chat.questions.first().getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Edit your question').fill('Tell me about milk, please, and about all that is made of it.');
    },
  },
  {
    name: 'chat-branches',
    after: ['chat-edit-in-fork'],
    views: both,
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.button('Ask in a fork').click();
      await page.getByRole('heading', { level: 1, name: /fork/ }).waitFor();
      await chat.answered();
      await chat.answerButton('Regenerate').click();
      await chat.answers.getByText('2/2').waitFor();
      await chat.answered();
      await chat.answerButton('Fork').click();
      await chat.answers.getByText('2/2').waitFor({ state: 'detached' });
      await chat.sendMessage('And about butter?');
      await chat.answered();
      await page.goBack();
      await page.goto(`${page.url()}&branches=`);
      await page.getByText('And about butter?').waitFor();
    },
  },
];

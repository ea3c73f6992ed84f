import { ChatPage } from '../../test/e2e/pages/chat-page.ts';
import { both, type Scene } from './scene.ts';

export const chatScenes: Scene[] = [
  {
    name: 'chat-writing',
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
    views: ['phone'],
    async show({ page }) {
      const chat = new ChatPage(page);
      await chat.button('Settings').click();
      await chat.settings.getByText('This month').waitFor();
    },
  },
  {
    name: 'chat-failed',
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
    views: both,
    async show({ page }) {
      const chat = new ChatPage(page);
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
];

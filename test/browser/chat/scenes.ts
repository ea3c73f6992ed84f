import type { Page } from '@playwright/test';
import type { Site } from '../../support/site/site.ts';
import { answered, answers, messageField, say } from './steps.ts';

interface Scene {
  page: Page;
  site: Site;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Chat' }).getByRole('link', { name, exact: true });

async function create(page: Page, title: string) {
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: title }).waitFor();
}

/** The chat's states, each going on from the one before. */
export const chatScenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  async chat({ page }) {
    await page.goto('/chat');
    await page.getByText('Start Chatting').waitFor();
    await page.getByRole('link', { name: 'Ann' }).waitFor();
  },
  async 'chat-thinking'({ page, site }) {
    await site.control('/model', { mode: 'silent' });
    await say(page, 'Write a function, please, and a table: 两种饮料的比较');
    await page.getByText('thinking…').waitFor();
  },
  async 'chat-writing'({ page, site }) {
    await page.getByRole('button', { name: 'stop', exact: true }).click();
    await answered(page);
    await site.control('/model', { mode: 'slow' });
    await answers(page).getByRole('button', { name: 'regenerate' }).click();
    await page.getByText('writing…').waitFor({ timeout: 30_000 });
    await page.waitForTimeout(3_000);
  },
  async 'chat-answered'({ page, site }) {
    await site.control('/model', { mode: 'normal' });
    await page.getByRole('button', { name: 'stop', exact: true }).click();
    await answered(page);
    await answers(page).getByRole('button', { name: 'regenerate' }).click();
    await answers(page).locator('pre span').first().waitFor({ timeout: 30_000 });
    await answered(page);
  },
  async 'chat-versions'({ page, site }) {
    await site.control('/model', { mode: 'cut' });
    await answers(page).getByRole('button', { name: 'regenerate' }).click();
    await page.getByRole('img', { name: 'sad face' }).waitFor({ timeout: 30_000 });
    await answers(page).getByRole('button', { name: 'answer before' }).click();
    await answers(page).getByText('2/3').waitFor();
  },
  async 'chat-not-regenerated'({ page, site }) {
    await site.control('/model', { mode: 'quota' });
    await answers(page).getByRole('button', { name: 'regenerate' }).click();
    await page.getByText('keep the former answer').waitFor({ timeout: 30_000 });
  },
  async 'chat-editing'({ page }) {
    await page.getByRole('button', { name: 'edit the last question' }).click();
    await page.getByLabel('The last question, in other words').fill('Write a function, please, and a list: 两种饮料');
  },
  async 'chat-settings'({ page, site }) {
    await page.keyboard.press('Escape');
    await answers(page).getByRole('button', { name: 'keep the former answer' }).click();
    await page.getByText('keep the former answer').waitFor({ state: 'detached' });
    await site.control('/model', { mode: 'normal' });

    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog(page).getByText('This month').waitFor();
  },
  async 'chat-settings-invalid'({ page }) {
    await dialog(page).getByLabel('Memory size').fill('500');
    await dialog(page).getByLabel('Title').fill(' ');
  },
  async 'chat-memory'({ page }) {
    await dialog(page).getByLabel('Title').fill('Tea and coffee');
    await dialog(page).getByLabel('Memory size').fill('2');
    await dialog(page).getByRole('button', { name: 'Update' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await say(page, 'And a list of ideas?');
    await answered(page);
    await page.getByText('the model remembers from here').waitFor();
  },
  async 'chat-scrolled'({ page }) {
    await page.getByRole('log').evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
    await page.getByText('jump to latest').waitFor();
    await page.getByText('no more messages').waitFor();
  },
  async 'chat-failed'({ page, site }) {
    await site.control('/model', { mode: 'quota' });
    await say(page, 'One more thing');
    await page.getByRole('img', { name: 'sad face' }).waitFor({ timeout: 30_000 });
    await site.control('/model', { mode: 'normal' });
  },
  async 'chat-not-sent'({ page }) {
    await page.route('**/message/create?*', (route) => route.abort());
    await messageField(page).fill('Is anybody there?\nThis is kept.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Not sent, and kept here.').waitFor();
    await page.unrouteAll();
  },
  async 'chat-loading-failed'({ page }) {
    await page.route('**/session/message/list?*', (route) => route.abort());
    await page.reload();
    await page.getByText('something went wrong...').waitFor();
    await page.unrouteAll();
  },
  async 'chat-sessions'({ page }) {
    await messageField(page).fill('');
    await tab(page, 'Session').click();
    await create(page, '花园计划');
    await create(page, 'A title so long that no telephone shows all of it, and hardly any window either, I am afraid');
    await page.getByRole('button', { name: 'New' }).waitFor();
  },
  async 'chat-sessions-new'({ page }) {
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Holidays');
  },
  async 'chat-sessions-deleted'({ page }) {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'delete' }).nth(1).click();
    await page.getByText('deleted').waitFor();
  },
  async 'chat-sessions-none'({ page }) {
    await page.getByLabel('Search by title').fill('zebra');
    await page.getByText('No title contains this.').waitFor();
  },
};

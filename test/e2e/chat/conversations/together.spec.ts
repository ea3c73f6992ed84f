import type { Page } from '@playwright/test';
import { pdfOf } from '../../../support/pdf.ts';
import { pngOf } from '../../../support/pictures.ts';
import { views } from '../../fixtures/views.ts';
import { ChatPage } from '../../pages/chat-page.ts';
import { expect, test } from '../test.ts';

test.use({
  /** The buckets of uploads and of files, behind the local endpoint. */
  otherOrigins: /^http:\/\/127\.0\.0\.1:\d+\/(uploads|files)-/,
  /** On a busy machine the gateway gives up on a function that begins, and the page or its user tries again. */
  expectedFailures: [500, 503],
});

const png = { name: 'cat.png', mimeType: 'image/png', buffer: pngOf(64, 48) };
const pdf = { name: 'menu.pdf', mimeType: 'application/pdf', buffer: pdfOf('Oolong is 3.') };

/** Returns an export of ChatGPT with one conversation of one question. */
function exportOf(question: string) {
  const message = { author: { role: 'user' }, content: { content_type: 'text', parts: [question] }, create_time: 1 };
  const mapping = { one: { id: 'one', message, parent: null, children: [] } };
  const buffer = Buffer.from(JSON.stringify([{ id: 'one', title: question, mapping, current_node: 'one' }]));
  return { name: 'conversations.json', mimeType: 'application/json', buffer };
}

/** Edits the first question in a fork, and regenerates the answer there. */
async function fork(page: Page, sessionId: string) {
  const chat = new ChatPage(page);
  await chat.open(sessionId);
  await chat.questions.first().getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit your question').fill('Black tea, please');
  await page.getByRole('button', { name: 'Ask in a fork' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /\(fork\)$/ })).toBeVisible();
  await chat.answered();
  await chat.answerButton('Regenerate').click();
  await expect(chat.answers.getByText('2/2')).toBeVisible();
  await chat.answered();
}

/** Asks about a picture and a PDF in the same conversation, and pins it. */
async function askAboutFiles(page: Page, sessionId: string) {
  const chat = new ChatPage(page);
  await chat.open(sessionId);
  await page.locator('input[type=file]').setInputFiles([png, pdf]);
  await chat.sendMessage('Which tea is this?');
  const answer = await chat.answered();
  await expect(answer).toContainText('a PNG picture');
  await expect(answer).toContainText('the text of menu.pdf');
  await page.goto('/chat/session');
  const row = chat.conversations.filter({ hasText: 'Green tea' }).filter({ hasNotText: '(fork)' });
  await row.getByRole('button', { name: 'Pin' }).click();
  await expect(row.getByRole('button', { name: 'Unpin' })).toBeVisible();
}

/** Selects the conversations with these titles, saves them and deletes them. */
async function clearOut(page: Page, titles: string[]) {
  const chat = new ChatPage(page);
  await page.goto('/chat/session');
  await chat.button('Select').click();
  for (const title of titles) await page.getByRole('checkbox', { name: title }).check();
  const downloading = page.waitForEvent('download');
  await chat.button('Export').click();
  await downloading;
  await chat.button('Delete').click();
  await expect(page.getByText(`${titles.length} conversations were deleted.`)).toBeVisible();
}

/** Makes a persona, asks as it, and takes conversations in and out. */
async function beginAnew(page: Page) {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.button('Personas').click();
  await chat.button('New persona').click();
  await page.getByLabel('Name').fill('Tea expert');
  await page.getByLabel('System prompt').fill('You know all about tea.');
  await chat.button('Save').click();
  await chat.button('Close').click();
  await chat.button('Tea expert').click();
  await chat.sendMessage('White tea, please');
  await chat.answered();
  await page.goto('/chat/transfer');
  await page.getByLabel('Choose files').setInputFiles(exportOf('Yellow tea, please'));
  await expect(page.getByText('Done: 1 conversation read, 1 message added.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  await downloading;
  await expect(page.getByText('2 conversations saved')).toBeVisible();
}

/** Returns the questions that a search of all messages finds. */
async function findTea(page: Page) {
  await page.goto('/chat/session');
  await page.getByRole('searchbox').first().fill('tea please');
  const found = page.getByRole('region', { name: 'Messages' });
  await expect(found.getByText(/^\d+ messages$/)).toBeVisible();
  const rows = found.getByRole('listitem').filter({ hasText: 'You ·' });
  return (await rows.locator('p').allTextContents()).toSorted();
}

test(
  'two people with three devices use everything at once, and each finds all of it once and nothing of the other',
  { tag: '@deep' },
  async ({ page, user, openPage, startConversation }) => {
    test.slow();
    const old = ['Coffee', 'Cocoa'];
    for (const title of old) await user.call('POST /api/chat/session/create', { body: { title } });
    const sessionId = await startConversation('Green tea, please');
    const phone = await openPage(user.name, views.phone);
    const bob = await openPage(`Bob of ${user.name}`);
    for (const each of [page, phone, bob])
      await each.addLocatorHandler(each.getByRole('button', { name: 'Retry' }).first(), (button) => button.click());
    await Promise.all([
      fork(page, sessionId).then(() => clearOut(page, old)),
      askAboutFiles(phone, sessionId),
      beginAnew(bob),
    ]);

    const [ofPage, ofPhone, ofBob] = await Promise.all([findTea(page), findTea(phone), findTea(bob)]);
    expect(ofPage).toEqual(['Black tea, please', 'Green tea, please']);
    expect(ofPhone).toEqual(ofPage);
    expect(ofBob).toEqual(['White tea, please', 'Yellow tea, please']);

    const sessions = await user.call('GET /api/chat/session/list', { query: {} });
    expect(sessions.filter(({ pinned }) => pinned).map((each) => each.sessionId)).toEqual([sessionId]);
    expect(sessions).toHaveLength(2);
    const messages = await Promise.all(
      sessions.map(({ sessionId: id }) =>
        user.call('GET /api/chat/session/message/list', { query: { sessionId: id } }),
      ),
    );
    const questions = messages.flat().filter(({ senderRole }) => senderRole === 'USER');
    expect(questions.map(({ text }) => text).toSorted()).toEqual([
      'Black tea, please',
      'Green tea, please',
      'Which tea is this?',
    ]);
    expect(messages.flat().every(({ status }) => status === 'DONE')).toBe(true);
  },
);

import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { startFakeModel } from 'local/fakes/openai/model';
import { lockedPdf, pdfBomb, pdfOf } from '../../support/pdf.ts';
import { heic } from '../../support/pictures.ts';
import { sha256 } from '../../support/sha256.ts';
import { expectGoodLooks } from '../fixtures/looks.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { expect, test } from './test.ts';

/** The buckets of uploads and of files, behind the local endpoint. */
test.use({ otherOrigins: /^http:\/\/127\.0\.0\.1:\d+\/(uploads|files)-/ });

const notes = { name: '笔记.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tea\n\n绿茶要泡两分钟。') };
const pages = ['The rent is 900.', '房租每月九百元'];
const lease = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: pdfOf(...pages) };

const tooLong = 'This file is too long, so only the first 400 KB of its text are sent.';

/** Returns what the stand-in says of a text that it was sent. */
const sent = (name: string, text: Buffer | string) => `(the text of ${name}, SHA-256 ${sha256(text)})`;

test.describe('texts and PDFs for a model that reads PDFs', () => {
  test.use({
    ownSite: true,
    ownEnvironment: async ({}, use) => {
      const provider = await startFakeModel();
      const models = [{ code: 'reader', name: 'Reader', pdfs: true }];
      await use({
        CHAT_PROVIDERS: JSON.stringify([{ name: 'Other', baseUrl: provider.baseUrl, key: 'key', models }]),
      });
      await provider.close();
    },
  });

  test(
    'are chosen, read in the browser, sent, saved again and imported by another person',
    { tag: '@phone' },
    async ({ page, chat, user, openPage }) => {
      await chat.open();
      await page.locator('input[type=file]').setInputFiles([notes, lease]);
      const list = page.getByRole('list', { name: 'Attached files' });
      await expect(list.getByText(`${notes.buffer.length} B`)).toBeVisible();
      await expect(list.getByText('1 KB')).toBeVisible();
      await expectGoodLooks(page);
      await page.reload();
      await expect(list.getByRole('listitem')).toHaveCount(2);
      await page.getByLabel('Model', { exact: true }).selectOption('reader');
      await chat.sendMessage('What is the rent?');
      await expect(await chat.answered()).toContainText(
        `(the PDF lease.pdf of ${lease.buffer.length} bytes, SHA-256 ${sha256(lease.buffer)}) and ${sent('笔记.md', notes.buffer)}`,
      );
      const links = chat.questions.getByRole('link');
      await expect(links).toHaveText([`笔记.md${notes.buffer.length} B`, 'lease.pdf1 KB']);
      await expectGoodLooks(page);
      const [download] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
      expect(download.suggestedFilename()).toBe('笔记.md');
      // The text of a PDF stands beside it. Its Chinese font names characters by a table of the reader.
      const address = (await links.last().getAttribute('href')) ?? '';
      expect((await (await page.request.get(address)).body()).equals(lease.buffer)).toBe(true);

      await page.goto('/chat/transfer');
      const [exported] = await Promise.all([page.waitForEvent('download'), chat.button('Export all').click()]);
      const entries = Object.entries(unzipSync(await readFile(await exported.path())));
      for (const { name, buffer } of [notes, lease]) {
        const [, bytes] = entries.find(([path]) => path.startsWith('files/') && path.endsWith(name)) ?? [];
        expect(buffer.equals(bytes ?? new Uint8Array())).toBe(true);
      }

      const otherPage = await openPage(`Bob of ${user.name}`);
      const other = new ChatPage(otherPage);
      await otherPage.goto('/chat/transfer');
      await otherPage.getByLabel('Choose files').setInputFiles(await exported.path());
      const end = 'Done: 1 conversation read, 2 messages added, 2 files uploaded.';
      await expect(otherPage.getByText(end)).toBeVisible();
      await expectGoodLooks(otherPage);
      await otherPage.goto('/chat/session');
      await other.conversations.getByRole('link').first().click();
      const importedLinks = other.questions.getByRole('link');
      await expect(importedLinks).toHaveText([`笔记.md${notes.buffer.length} B`, 'lease.pdf1 KB']);
      for (const [index, { buffer }] of [notes, lease].entries()) {
        const imported = (await importedLinks.nth(index).getAttribute('href')) ?? '';
        expect((await (await otherPage.request.get(imported)).body()).equals(buffer)).toBe(true);
      }
      // The text of the PDF came along, too.
      await other.answerButton('Regenerate').click();
      await expect(other.answers.getByText('2/2')).toBeVisible();
      await expect(await other.answered()).toContainText(sent('lease.pdf', pages.join('\n\n')));
    },
  );
});

test.describe('texts and PDFs in a question', () => {
  test('are sent without a text, and only once', async ({ page, chat }) => {
    await chat.open();
    await page.locator('input[type=file]').setInputFiles(notes);
    await expect(page.getByText(`${notes.buffer.length} B`)).toBeVisible();
    await chat.button('Send').click();
    await expect(await chat.answered()).toContainText(sent('笔记.md', notes.buffer));
    await expect(page.getByRole('heading', { name: '笔记.md' })).toBeVisible();
    await page.goto('/chat');
    await expect(chat.button('Attach files')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Attached files' })).toHaveCount(0);
  });

  test('are cut where a text is too long, and the person and the model are told', async ({ page, chat }) => {
    await chat.open();
    const buffer = Buffer.from('The rent is 900 €.\n'.repeat(50_000));
    await page.locator('input[type=file]').setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
    const list = page.getByRole('list', { name: 'Attached files' });
    await expect(list.getByText(tooLong)).toBeVisible();
    await expectGoodLooks(page);
    await chat.sendMessage('What is the rent?');
    const answer = await chat.answered();
    const address = (await chat.questions.getByRole('link').getAttribute('href')) ?? '';
    const kept = (await (await page.request.get(address)).body()).toString();
    expect(kept.endsWith('[The file is too long and was cut off here. The rest of it is not shown to you.]')).toBe(
      true,
    );
    await expect(answer).toContainText(sent('long.txt', kept));
  });

  test('are the start of their text where a PDF has too much of it', async ({ page, chat }) => {
    await chat.open();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'book.pdf', mimeType: 'application/pdf', buffer: pdfBomb(1) });
    await expect(page.getByRole('list', { name: 'Attached files' }).getByText(tooLong)).toBeVisible();
    await chat.sendMessage('What is it about?');
    await expect(await chat.answered()).toContainText('(the text of book.pdf.txt, SHA-256');
    const address = (await chat.questions.getByRole('link').getAttribute('href')) ?? '';
    const kept = (await (await page.request.get(address)).body()).toString();
    expect(kept).toMatch(/^tea tea [^]*The rest of it is not shown to you\.\]$/);
  });

  test('end before a small file has unpacked all of its text', { tag: '@deep' }, async ({ page, chat }) => {
    await chat.open();
    const buffer = pdfBomb(200);
    expect(buffer.length).toBeLessThan(1_000_000);
    await page.locator('input[type=file]').setInputFiles({ name: 'bomb.pdf', mimeType: 'application/pdf', buffer });
    await expect(page.getByRole('list', { name: 'Attached files' }).getByText(tooLong)).toBeVisible();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await chat.sendMessage('Hello');
    await expect(await chat.answered()).toContainText('Hello');
  });

  test('are refused when nothing can read them', async ({ page, chat }) => {
    await chat.open();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'program.txt', mimeType: 'text/plain', buffer: Buffer.from('\u007fELF\u0001\0\0') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnothing else') },
      { name: 'locked.pdf', mimeType: 'application/pdf', buffer: lockedPdf() },
      { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: heic },
      { name: 'IMG_0002.HEIC', mimeType: '', buffer: heic },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'scan.pdf', mimeType: 'application/pdf', buffer: pdfOf('') },
    ]);
    const alerts = page.getByRole('list', { name: 'Attached files' }).getByRole('alert');
    await expect(alerts).toHaveText([
      'This file cannot be used. Choose a picture, a text file or a PDF.',
      'This PDF is damaged.',
      'This PDF has a password. Save a copy without one.',
      'This browser cannot read HEIC pictures. Save the picture as JPEG or PNG.',
      'This browser cannot read HEIC pictures. Save the picture as JPEG or PNG.',
      'This file is empty.',
    ]);
    await expect(page.getByText('scan.pdf has no text, and this model reads only the text of PDFs.')).toBeVisible();
    await chat.field.fill('Hi');
    await expect(chat.button('Send')).toBeDisabled();
  });
});

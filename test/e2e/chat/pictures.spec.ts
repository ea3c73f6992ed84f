import { pngOf } from '../../support/pictures.ts';
import { sha256 } from '../../support/sha256.ts';
import { expectGoodLooks } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

/** The buckets of uploads and of files, behind the local endpoint. */
test.use({ otherOrigins: /^http:\/\/127\.0\.0\.1:\d+\/(uploads|files)-/ });

const png = { name: 'grey 灰色.png', mimeType: 'image/png', buffer: pngOf(640, 480) };

test.describe('pictures in a question', () => {
  test('are chosen, sent and shown, and open in a dialog', { tag: '@phone' }, async ({ page, chat }) => {
    await chat.open();
    await page.locator('input[type=file]').setInputFiles(png);
    await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('img', { name: png.name })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectGoodLooks(page);
    await chat.sendMessage('What is this?');
    const answer = await chat.answered();
    await expect(answer).toContainText('a PNG picture');
    await expect(answer).toContainText(sha256(png.buffer));
    const thumbnail = chat.questions.getByRole('img', { name: png.name });
    await expect(thumbnail).toHaveJSProperty('naturalWidth', 640);
    const [above, below] = await Promise.all([
      thumbnail.boundingBox(),
      chat.questions.getByText('What is this?').boundingBox(),
    ]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await thumbnail.click();
    const dialog = page.getByRole('dialog', { name: png.name });
    await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 640);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(png.name);
    await expectGoodLooks(page);
    await page.keyboard.press('Escape');
    await expect(chat.questions.getByRole('button', { name: png.name })).toBeFocused();
  });

  test('are dropped and pasted, made smaller, and removed', async ({ page, chat, startConversation }) => {
    await chat.open(await startConversation('Hello'));
    const large = pngOf(3000, 2000).toString('base64');
    await chat.field.evaluate(async (field, data) => {
      const file = (name: string) =>
        new File([Uint8Array.from(atob(data), (each) => each.charCodeAt(0))], name, { type: 'image/png' });
      const transferOf = (name: string) => {
        const transfer = new DataTransfer();
        transfer.items.add(file(name));
        return transfer;
      };
      // Files are dropped anywhere on the page.
      document
        .querySelector('[role=log]')
        ?.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transferOf('dropped.png') }),
        );
      field.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transferOf('pasted.png') }),
      );
    }, large);
    await page.getByRole('button', { name: 'Remove pasted.png' }).click();
    await chat.sendMessage('And this?');
    await expect(chat.questions.getByRole('img')).toHaveCount(1);
    await expect(chat.questions.getByRole('img', { name: 'dropped.webp' })).toHaveJSProperty('naturalWidth', 2048);
  });

  test('leave out where a photo was taken', async ({ page, chat }) => {
    await chat.open();
    const data = await page.evaluate(() => document.createElement('canvas').toDataURL('image/jpeg').split(',')[1]);
    const jpeg = Buffer.from(data ?? '', 'base64');
    const place = Buffer.from('Exif\0\0GPS 39.9042 N 116.4074 E');
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, place.length + 2]), place]);
    const buffer = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
    await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByRole('img', { name: 'photo.jpg' })).toBeVisible();
    await chat.sendMessage('Where is this?');
    const thumbnail = chat.questions.getByRole('img', { name: 'photo.jpg' });
    await expect(thumbnail).toHaveJSProperty('naturalWidth', 300);
    const stored = await (await page.request.get((await thumbnail.getAttribute('src')) ?? '')).body();
    expect(stored.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(stored.includes('GPS')).toBe(false);
  });
});

test.describe('files whose code cannot be loaded', () => {
  test.use({ cutsOff: true });

  test('are not forgotten without a word', async ({ page, chat }) => {
    await chat.open();
    await page.route('**/assets/pictures-*.js', (route) => route.abort());
    const buffer = Buffer.from('# Tea');
    await page.locator('input[type=file]').setInputFiles({ name: 'tea.md', mimeType: 'text/markdown', buffer });
    await expect(page.getByText('Could not load this part.')).toBeVisible();
  });
});

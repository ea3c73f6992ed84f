import { zipOf } from 'local/fakes/game-server/zip';
import { worldFileTexts } from '../../support/world-files.ts';
import { expectGoodLooks } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

/** The buckets of uploads and of archives, behind the local endpoint. */
test.use({ otherOrigins: /^http:\/\/127\.0\.0\.1:\d+\/uploads-/, expectedFailures: [400] });

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const castle = file('城堡 castle.mcworld', zipOf(worldFileTexts));

test.describe('a world from elsewhere', { tag: ['@deep', '@phone'] }, () => {
  test('is uploaded from the page, refused when it is none, and copied to another server', async ({ page, stack }) => {
    await stack.open('bedrock-creative');
    const input = page.getByLabel('World file');
    const dialog = page.getByRole('dialog', { name: 'Upload this world?' });
    await input.setInputFiles(file('notes.zip', Buffer.from('no world at all, only a few words')));
    await expect(dialog).toContainText('notes.zip (0.1 MB) replaces the current world of bedrock-creative.');
    await dialog.getByRole('button', { name: 'Upload and start' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This file is not a .mcworld or .zip file');
    await expectGoodLooks(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await input.setInputFiles(castle);
    await dialog.getByRole('button', { name: 'Upload and start' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`uploaded as ${castle.name}`)).toBeVisible();
    await expect(page.getByText(/^The next start begins with the backup of .*, chosen by/)).toBeVisible();
    await expect(stack.newestLog).toContainText('START');

    await stack.button('Copy…').click();
    const copy = page.getByRole('dialog', { name: 'Copy to another server' });
    await expect(copy).toContainText('The next start of bedrock-survival begins with the world of');
    await expectGoodLooks(page);
    await copy.getByRole('button', { name: 'Copy', exact: true }).click();
    await copy.getByRole('link', { name: 'bedrock-survival' }).click();
    await page.getByRole('heading', { name: 'Stack: bedrock-survival' }).waitFor();
    await expect(page.getByText('copied from bedrock-creative')).toBeVisible();
  });
});

import { zipOf } from 'local/fakes/game-server/zip';
import { javaWorldTexts, worldFileTexts } from '../../../support/world-files.ts';
import { expectGoodLooks, expectGoodLooksInBothViews } from '../../fixtures/looks.ts';
import { expect, test } from '../test.ts';

test.use({
  ownSite: true,
  ownEnvironment: { STACK_NAMES: 'bedrock-survival,java-isle:java', STACK_SPEED: '4' },
  otherOrigins: /^http:\/\/127\.0\.0\.1:\d+\/uploads-/,
  expectedFailures: [400],
});

const file = (name: string, texts: Record<string, string>) => ({
  name,
  mimeType: 'application/zip',
  buffer: zipOf(texts),
});

test.describe('the page of a Java server', { tag: '@deep' }, () => {
  test('says how to join and who can, and takes worlds of its game only', async ({ page, stack, start }) => {
    await start('java-isle');
    await stack.open('java-isle');
    await expect(page.getByText(/^[\d.]+:25565$/)).toBeVisible();
    await expect(page.getByText(/It needs Java Edition on Windows, macOS or Linux\./)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add to Minecraft' })).toHaveCount(0);
    await expectGoodLooksInBothViews(page);

    const dialog = page.getByRole('dialog', { name: 'Upload this world?' });
    const input = page.getByLabel('World file');
    await input.setInputFiles(file('castle.zip', worldFileTexts));
    await dialog.getByRole('button', { name: 'Upload and restart' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This is a Bedrock Edition world, and this server runs Java');
    await expectGoodLooks(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await input.setInputFiles(file('isle.zip', javaWorldTexts));
    await dialog.getByRole('button', { name: 'Upload and restart' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('uploaded as isle.zip')).toBeVisible();
    // The only other server runs the other game.
    await expect(stack.button('Download').first()).toBeVisible();
    await expect(stack.button('Copy…')).toHaveCount(0);
  });
});

import { readFile } from 'node:fs/promises';
import { expectAccessible, expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('the settings of a conversation', () => {
  test('are changed, and only to valid values', async ({ page, chat, startConversation }) => {
    const sessionId = await startConversation('Hello');
    await chat.open(sessionId);
    for (const text of ['Are you there?', 'Goodbye']) {
      await chat.sendMessage(text);
      await chat.answered();
    }
    await chat.button('Settings').click();
    const dialog = chat.settings;
    const [title, memory] = [dialog.getByLabel('Title'), dialog.getByLabel('Memory size')];
    const update = dialog.getByRole('button', { name: 'Update' });
    await expect(
      dialog.getByText(
        /This month: [\d,]+ tokens in, [\d,]+ out\. Today: 3 of 200 messages\.\s*Limits used: .+ of \$2\.00 and \d+ of 1,000,000 tokens today, .+ of \$20\.00 .+ this month\./,
      ),
    ).toBeVisible();
    await expect(dialog.getByLabel('Provider')).toHaveValue('OpenAI');
    await expect(dialog.getByLabel('Provider')).not.toBeEditable();
    expect(await dialog.getByRole('option').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'GPT-4o (retires 2027-01-14)',
        expect.stringMatching(/^o1-mini \(retired 2025-10-27, now /),
      ]),
    );
    await title.fill('  ');
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(update).toBeDisabled();
    await title.fill('Functions 和表格');
    for (const [typed, shown] of [
      ['abc', '0'],
      ['101', '101'],
    ] as const) {
      await memory.fill(typed);
      await expect(memory).toHaveValue(shown);
      await expect(update).toBeDisabled();
    }
    await memory.fill('2');
    await expectGoodLooksInBothViews(page);
    await update.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('The model sees the messages from here (2 earlier)')).toBeVisible();
    await expect(page).toHaveTitle('Functions 和表格 · my.site');
    await expect(chat.button('Settings')).toBeFocused();
  });

  test('save the whole conversation to a file', async ({ page, chat, user, startConversation }) => {
    const sessionId = await startConversation('Hello?');
    await user.call('POST /api/chat/session/{sessionId}/update', {
      params: { sessionId },
      body: { title: 'Functions 和表格', memorySize: null, modelCode: null },
    });
    await chat.open(sessionId);
    await chat.button('Settings').click();
    for (const [format, start] of [
      ['Markdown', '# Functions 和表格\n\n## You, '],
      ['JSON', '{\n  "session": {'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), chat.button(format).click()]);
      expect(file.suggestedFilename()).toMatch(/^Functions-和表格\.(md|json)$/);
      const text = await readFile(await file.path(), 'utf8');
      expect(text.startsWith(start)).toBe(true);
      expect(text).toContain('Hello?');
    }
    await page.keyboard.press('Escape');
    await expect(chat.settings).toHaveCount(0);
  });

  test.describe('while they cannot be loaded', () => {
    test.use({ cutsOff: true });

    test('say that they are being loaded, and that this went wrong', async ({ page, chat, startConversation }) => {
      const sessionId = await startConversation('Hello');
      let site: 'silent' | 'broken' | 'back' = 'silent';
      await page.route(/session\/[^/?]+$/, (route) => {
        if (site === 'broken') return route.abort();
        return site === 'back' ? route.continue() : undefined;
      });
      await chat.open(sessionId);
      await chat.button('Settings').click();
      await expect(chat.settings.getByText('Pooling your content...')).toBeVisible();
      site = 'broken';
      await page.reload();
      await chat.button('Settings').click();
      await expect(chat.settings.getByText('Something went wrong... The site could not be reached.')).toBeVisible();
      await expectAccessible(page);
      // The page repeats the call by itself every 5 s, so the site comes back in the moment in which the button is pressed.
      await page.waitForEvent('requestfailed');
      await chat.settings.getByRole('button', { name: 'retry' }).focus();
      site = 'back';
      await page.keyboard.press('Enter');
      await expect(chat.settings.getByLabel('Memory size')).toBeVisible();
      await expect(chat.settings.getByLabel('Title')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(chat.settings).toHaveCount(0);
      await expect(chat.button('Settings')).toBeFocused();
    });
  });
});

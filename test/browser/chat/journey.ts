import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../../support/browser/page-checks.ts';
import { visit, type View } from '../visit.ts';
import type { Stage } from './stage.ts';
import { answered, answers, composeWithEnter, hasFocus, messageField, questions, say } from './steps.ts';

const undoMs = 5_000;

/** Somebody's first time in the chat, from the home page and back to it. */
export function journey(stage: Stage, view: View, person: string) {
  let page: Page;
  let complaints: Complaints;
  beforeAll(async () => {
    const { browser, site } = stage();
    ({ page, complaints } = await visit(browser, site, view, { name: person, expectedStatuses: [404] }));
  }, 60_000);
  afterAll(() => page.context().close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) => page.getByRole('navigation', { name: 'Chat' }).getByRole('link', { name, exact: true });
  const rows = () => page.getByRole('main').getByRole('listitem');
  const looksWell = async () => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    expect(complaints).toEqual(noComplaints);
  };

  it('is one link away from the home page, and invites to write', async () => {
    await page.goto('/');
    await page.getByText('Conversations with an assistant: none yet').waitFor();
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Chat' }).click();
    await page.getByRole('heading', { name: 'Start Chatting' }).waitFor();
    expect(await button('Settings').isDisabled()).toBe(true);
    expect(await button('Send').isDisabled()).toBe(true);
    await messageField(page).fill(' \n ');
    expect(await button('Send').isDisabled()).toBe(true);
    await looksWell();
  }, 60_000);

  it('takes Enter for a new line, leaves an input method alone, and sends with Ctrl+Enter', async () => {
    const field = messageField(page);
    await field.fill('');
    await field.focus();
    await page.keyboard.type('Please write a function');
    await page.keyboard.press('Enter');
    await page.keyboard.type('请给我一个表格: a table, and a list');
    await composeWithEnter(field);
    expect(await field.inputValue()).toBe('Please write a function\n请给我一个表格: a table, and a list');
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/chat?sessionId=*');
    await questions(page).filter({ hasText: '请给我一个表格' }).waitFor();
    expect(await questions(page).innerText()).toContain('function\n请给我一个表格');
    expect(await field.inputValue()).toBe('');
  }, 60_000);

  it('has an answer, with code in colours and a table', async () => {
    const answer = await answered(page);
    expect(await page.getByRole('img', { name: 'thinking face' }).count()).toBe(0);
    expect(await answer.innerText()).toMatch(/gpt-4o · [\d,]+ tokens/);
    await answer.getByRole('table').waitFor();
    await answer.locator('pre span', { hasText: /^function$/ }).waitFor();
    expect(await answer.getByRole('link', { name: 'a link' }).getAttribute('rel')).toBe('noreferrer');
    await page.getByText('no more messages').waitFor();
    expect(await page.title()).toBe('Please write a function · my.site');
    expect(await page.getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(await page.getByRole('status').allInnerTexts()).toContainEqual(
      expect.stringContaining('done. This is the built-in stand-in'),
    );
    await looksWell();
  }, 60_000);

  it('begins another one, with a way back', async () => {
    await page.getByRole('link', { name: 'new chat' }).click();
    await page.getByRole('heading', { name: 'Start Chatting' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('link', { name: 'new chat' }).count()).toBe(0);
    await page.goBack();
    await answered(page);
  }, 60_000);

  it('copies the code and the whole answer', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'copy code' }).click();
    await page.getByRole('button', { name: 'copied code' }).waitFor();
    expect(await clipboard()).toMatch(/^\/\*\* Greatest common divisor/);
    await page.getByRole('button', { name: 'copy answer' }).click();
    await page.getByRole('button', { name: 'copied answer' }).waitFor();
    expect(await clipboard()).toContain('```typescript');
  }, 60_000);

  it('thinks, is stopped, and is asked again', async () => {
    const { site } = stage();
    await site.control('/model', { mode: 'silent' });
    await say(page, 'Are you there?');
    await page.getByRole('img', { name: 'thinking face' }).waitFor();
    await button('stop').click();
    const answer = await answered(page);
    await answer.getByText('stopped').waitFor();
    await site.control('/model', { mode: 'fast' });
    await answer.getByRole('button', { name: 'regenerate' }).click();
    await answer.getByText('Are you there?').waitFor();
    expect(await (await answered(page)).innerText()).not.toContain('stopped');
  }, 60_000);

  it('says why there is no answer, and asks again when told to', async () => {
    const { site } = stage();
    await site.control('/model', { mode: 'quota' });
    await say(page, 'Hello?');
    await page.getByRole('img', { name: 'sad face' }).waitFor({ timeout: 20_000 });
    await answers(page).last().getByText("The provider's credit is used up.").waitFor();
    await looksWell();
    await site.control('/model', { mode: 'fast' });
    await answers(page).last().getByRole('button', { name: 'regenerate' }).click();
    await page.getByRole('img', { name: 'sad face' }).waitFor({ state: 'detached' });
    expect(await (await answered(page)).innerText()).toContain('Hello?');
  }, 60_000);

  it('changes the settings, and nothing that is not valid', async () => {
    await button('Settings').click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    const [title, memory] = [dialog.getByLabel('Title'), dialog.getByLabel('Memory size')];
    const update = dialog.getByRole('button', { name: 'Update' });
    await dialog.getByText(/This month [\d,]+ tokens read and [\d,]+ written; today \d of 200 messages\./).waitFor();
    expect(await dialog.getByLabel('Provider').inputValue()).toBe('OPENAI');
    expect(await dialog.getByLabel('Provider').getAttribute('readonly')).not.toBeNull();
    expect(await dialog.getByRole('option').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'GPT-4o (retires 2027-01-14)',
        expect.stringMatching(/^o1-mini \(retired 2025-10-27, now /),
      ]),
    );
    await title.fill('  ');
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    expect(await update.isDisabled()).toBe(true);
    await title.fill('Functions 和表格');
    for (const [typed, shown] of [
      ['abc', '0'],
      ['101', '101'],
    ] as const) {
      await memory.fill(typed);
      expect(await memory.inputValue()).toBe(shown);
      expect(await update.isDisabled()).toBe(true);
    }
    await memory.fill('3');
    await looksWell();
    await update.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('the model remembers from here: 3 messages').waitFor();
    expect(await page.title()).toBe('Functions 和表格 · my.site');
    expect(await hasFocus(button('Settings'))).toBe(true);
  }, 60_000);

  it('saves the whole conversation', async () => {
    await button('Settings').click();
    for (const [format, start] of [
      ['Markdown', '# Functions 和表格\n\n## You, '],
      ['JSON', '{\n  "session": {'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(format).click()]);
      expect(file.suggestedFilename()).toMatch(/^Functions-和表格\.(md|json)$/);
      const text = await readFile(await file.path(), 'utf8');
      expect(text.startsWith(start)).toBe(true);
      expect(text).toContain('Hello?');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }, 60_000);

  it('keeps the query string between its tabs, and marks the session that is open', async () => {
    const { site } = stage();
    const { search } = new URL(page.url());
    await tab('Session').click();
    await rows().first().waitFor();
    expect(page.url()).toBe(`${site.origin}/chat/session${search}`);
    expect(await page.locator('[aria-current=true]').innerText()).toBe('Functions 和表格');
    await looksWell();
    await tab('Chat').click();
    await questions(page).first().waitFor();
    expect(page.url()).toBe(`${site.origin}/chat${search}`);
    await tab('Session').click();
  }, 60_000);

  it('has new sessions: Escape thinks better of it, Enter creates', async () => {
    await button('New').click();
    await page.keyboard.type('Never mind');
    await page.keyboard.press('Escape');
    await button('New').click();
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.fill('Gartenplan');
    await composeWithEnter(field);
    expect(await field.inputValue()).toBe('Gartenplan');
    await field.press('Enter');
    await page.getByRole('link', { name: 'Gartenplan' }).waitFor();
    await button('New').waitFor();
    expect(await page.getByText('Never mind').count()).toBe(0);
    await page.getByRole('link', { name: 'Gartenplan' }).click();
    await page.waitForURL('**/chat?sessionId=*');
    await page.getByText('no more messages').waitFor();
    await tab('Session').click();
  }, 60_000);

  it('renames, finds, deletes and brings back', async () => {
    await button('rename').first().click();
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.fill(' ');
    await field.press('Enter');
    await page.getByText('A title is needed.').waitFor();
    await field.fill('Garden plan');
    await field.press('Enter');
    await page.getByRole('link', { name: 'Garden plan' }).waitFor();

    await page.getByLabel('Search by title').fill('garDEN');
    await page.getByText('Functions').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Garden plan' }).waitFor();
    expect(await rows().count()).toBe(1);
    expect(page.url()).toContain('search=garDEN');
    await page.getByLabel('Search by title').fill('');
    await page.getByText('Functions').waitFor();

    const row = rows().filter({ hasText: 'Garden plan' });
    await row.getByRole('button', { name: 'delete' }).click();
    await row.getByText('deleted').waitFor();
    await row.getByRole('button', { name: 'undo' }).click();
    await page.getByRole('link', { name: 'Garden plan' }).waitFor();
    await page.clock.install();
    await row.getByRole('button', { name: 'delete' }).click();
    await row.getByText('deleted').waitFor();
    // On a busy machine the look takes as long as 'undo' is there: nothing more is done with this one.
    await looksWell();
    await page.clock.fastForward(undoMs);
    await row.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await rows().first().waitFor();
    expect(await rows().allInnerTexts()).toEqual([expect.stringContaining('Functions 和表格')]);
  }, 60_000);

  it('stands on the home page with its last conversation', async () => {
    await page.goto('/');
    await page.getByText('Last: Functions 和表格').waitFor();
    await page.getByText('you follow: none yet').waitFor();
    await looksWell();
    expect(await page.getByText('assistant: none yet').count()).toBe(0);
  }, 60_000);
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../../support/page-checks.ts';
import { views, visit } from '../visit.ts';
import type { Stage } from './stage.ts';
import { answered, answers, hasFocus, questions, start } from './steps.ts';

/** A telephone of somebody who wants nothing to move. */
const still = { ...views[1], reducedMotion: 'reduce' } as const;

const edit = (page: Page) => questions(page).last().getByRole('button', { name: 'edit the last question' });
const rewording = (page: Page) => page.getByLabel('The last question, in other words');

/** What was said is said once more, and both stay. */
export function revising(stage: Stage) {
  let page: Page;
  let complaints: Complaints;
  beforeAll(async () => {
    const { browser, site } = stage();
    ({ page, complaints } = await visit(browser, site, still, { name: 'Mia' }));
  }, 60_000);
  afterAll(() => page.context().close());

  const button = (name: string) => answers(page).last().getByRole('button', { name, exact: true });
  const looksWell = async () => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    expect(complaints).toEqual(noComplaints);
  };
  const regenerate = async (mode: string) => {
    await stage().site.control('/model', { mode });
    await button('regenerate').click();
  };

  describe('an answer that is regenerated', () => {
    it('stays where it was when the new try fails, and the failure can be forgotten', async () => {
      await stage().site.control('/model', { mode: 'fast' });
      await start(page, 'A function and a table, please');
      await (await answered(page)).getByRole('table').waitFor();
      await regenerate('quota');
      await answers(page).getByRole('img', { name: 'sad face' }).waitFor({ timeout: 30_000 });
      await answers(page).getByRole('table').waitFor();
      await button('keep the former answer').click();
      await answers(page)
        .getByText(/gpt-4o · [\d,]+ tokens/)
        .waitFor();
      expect(await answers(page).getByRole('img', { name: 'sad face' }).count()).toBe(0);
      await answers(page).getByRole('table').waitFor();
    }, 90_000);

    it('can be looked at again, by keyboard too, and is what the conversation goes on from', async () => {
      await regenerate('cut');
      await answers(page).getByRole('img', { name: 'sad face' }).waitFor({ timeout: 30_000 });
      await answers(page).getByText('2/2').waitFor();
      expect(await answers(page).getByRole('table').count()).toBe(0);
      await looksWell();
      await button('answer before').press('Enter');
      await answers(page).getByText('1/2').waitFor();
      await answers(page).getByRole('table').waitFor();
      expect(await page.getByRole('status').allInnerTexts()).toContainEqual('answer 1 of 2');
      await looksWell();

      // The focus stays where it was, although there is nothing before it and the words around it are others.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await answers(page).getByText('2/2').waitFor();
      await answers(page).getByRole('img', { name: 'sad face' }).waitFor();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.reload();
      await answers(page).getByText('1/2').waitFor();
    }, 90_000);
  });

  describe('the last question', () => {
    it('is asked in other words, and comes back with the answer that it had', async () => {
      await edit(page).click();
      await looksWell();
      await rewording(page).press('Escape');
      await rewording(page).waitFor({ state: 'detached' });
      expect(await hasFocus(questions(page).last())).toBe(true);

      await stage().site.control('/model', { mode: 'fast' });
      await edit(page).click();
      await rewording(page).fill('A list, please');
      await page.route('**/regenerate', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await rewording(page).press('Control+Enter');
      await page.getByText('Not sent, and kept here.').waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Send again' }).click();
      await questions(page).getByText('A list, please', { exact: true }).waitFor();
      await (await answered(page)).getByText('You asked: "A list, please"').waitFor();
      expect(await questions(page).count()).toBe(1);

      await button('answer before').click();
      await answers(page).getByText('2/3').waitFor();
      await questions(page).getByText('A function and a table, please', { exact: true }).waitFor();
      expect(complaints.cspReports).toEqual([]);
    }, 90_000);
  });
}

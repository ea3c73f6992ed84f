import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../../support/browser/page-checks.ts';
import { views, visit } from '../visit.ts';
import type { Stage } from './stage.ts';
import { answered, answers, hasFocus, questions, start } from './steps.ts';

/** A telephone of somebody who wants nothing to move. */
const still = { ...views[1], reducedMotion: 'reduce' } as const;

const edit = (page: Page) => questions(page).last().getByRole('button', { name: 'edit the last question' });
const rewording = (page: Page) => page.getByLabel('The last question, in other words');

/** The last question of the conversation that is open, asked in other words behind its back. */
const rewordedElsewhere = (text: string) => `(async () => {
  const messages = '/api/chat/session/message/';
  const [{ sessionMessageId }] = await (await fetch(messages + 'list' + location.search)).json();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ text: ${JSON.stringify(text)} });
  await fetch(messages + sessionMessageId + '/regenerate', { method: 'POST', headers, body });
  for (let status; status !== 'DONE'; ) ({ status } = await (await fetch(messages + sessionMessageId)).json());
})()`;

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
      await button('keep the former answer').press('Enter');
      await answers(page)
        .getByText(/gpt-4o · [\d,]+ tokens/)
        .waitFor();
      await answers(page).last().and(page.locator(':focus')).waitFor();
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
      await answers(page).getByText('1/2').waitFor();
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
      const loseAnswers = (address: string) =>
        page.route(address, async (route) => {
          if (route.request().method() === 'POST') await route.fetch();
          await route.abort();
        });
      await loseAnswers('**/session/message/**');
      await rewording(page).press('Control+Enter');
      await page.getByText('It may have been sent, and is kept here.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      // As soon as the page can look, it sees that the words were taken.
      await loseAnswers('**/regenerate');
      await page.getByRole('button', { name: 'Send again' }).click();
      await questions(page).getByText('A list, please', { exact: true }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await (await answered(page)).getByText('You asked: "A list, please"').waitFor();
      expect(await questions(page).count()).toBe(1);

      await button('answer before').click();
      await answers(page).getByText('2/3').waitFor();
      await questions(page).getByText('A function and a table, please', { exact: true }).waitFor();
      expect(complaints.cspReports).toEqual([]);
    }, 90_000);

    it('is seen in the words of another device when its answer is asked for again', async () => {
      await page.evaluate(rewordedElsewhere('A poem, please'));
      await regenerate('fast');
      await questions(page).getByText('A poem, please', { exact: true }).waitFor();
      await (await answered(page)).getByText('You asked: "A poem, please"').waitFor();
      expect(await questions(page).count()).toBe(1);
    }, 90_000);
  });
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import type { Complaints } from '../../support/browser/page-checks.ts';
import { looksWellAnywhere } from '../looks.ts';
import { views, visit } from '../visit.ts';
import { answerStacks, longName, refuse, stackNames } from './answers.ts';
import { siteNow } from './moved-clock.ts';
import { button, openStack, type Stage } from './stage.ts';

const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

let page: Page;

/** Every state that a stack can be in, as its pages tell of it. Nothing of it happens: the answers are made up. */
export function states(stage: Stage) {
  describe('stacks', () => {
    let complaints: Complaints;
    beforeAll(async () => {
      ({ page, complaints } = await visit(stage.browser(), stage.site(), views[0], {
        name: 'Ann',
        expectedStatuses: [404, 503],
      }));
    }, 60_000);
    afterAll(() => page.context().close());
    beforeEach(async () => {
      await page.unrouteAll();
      const now = await siteNow(stage.site());
      await answerStacks(page, now, [...stackNames, 'down']);
    });

    it('are a card each, with what CloudFormation calls them and what that means', async () => {
      await page.goto('/stack');
      const card = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
      await card('down').getByText('error', { exact: true }).waitFor();
      for (const [name, status, colour, meaning] of [
        ['survival', 'CREATE_COMPLETE', 'green', 'Running.'],
        ['starting', 'CREATE_IN_PROGRESS', 'blue', 'Starting:'],
        [longName, 'DELETE_FAILED', 'red', 'The stop failed'],
        ['never', 'NOT_FOUND', 'grey', 'Not running.'],
        ['rolledBack', 'ROLLBACK_COMPLETE', 'green', 'The start failed and was rolled back'],
      ] as const) {
        const badge = card(name).getByText(status, { exact: true });
        expect(await badge.getAttribute('data-colour')).toBe(colour);
        await card(name).getByText(meaning).waitFor();
      }
      const survival = card('survival');
      const times = await survival.getByRole('definition').allInnerTexts();
      expect(times).toEqual([expect.stringMatching(dateTime), '–']);
      expect(await survival.getByRole('columnheader').allInnerTexts()).toEqual(['Action', 'Status', 'Updated']);
      const cells = await survival.getByRole('cell').allInnerTexts();
      expect(cells.slice(0, 3)).toEqual(['START', 'SUCCEEDED', expect.stringMatching(dateTime)]);
      await survival.getByText('2 players · counted 1 min ago').waitFor();
      await survival.getByText('18.177.42.9:19132').waitFor();
      await survival.getByRole('button', { name: 'copy' }).click();
      await survival.getByRole('button', { name: /copied|selected/ }).waitFor();
      expect(await card('stopping').getByText('18.177.42.9').count()).toBe(0);
      // Only what is no longer followed says so.
      await survival.getByText('As of just now. look again').waitFor();
      expect(await card('starting').getByText('look again').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'never' }).getAttribute('href')).toBe(
        '/stack/detail?stackName=never',
      );
      await looksWellAnywhere(page, complaints);
    }, 60_000);

    it.each([
      [
        'survival',
        [
          'Running.',
          '18.177.42.9:19132',
          '2 players · counted 1 min ago',
          'stops by itself at',
          'about $0.2',
          'START by Bob',
        ],
      ],
      ['gone', ['Not running.', 'Of the last launch', 'STOP because nobody played', 'DELETE_COMPLETE']],
      ['rolledBack', ['nothing is running.', 'Server: Resource handler returned message', 'Start clears away']],
      [longName, ['part of the server is still there', 'The last stop failed:', 'Stop tries again to remove that']],
      ['starting', ['Starting: the server is being set up.', ' min ', 'or press Stop, which breaks it off']],
      ['stopping', ['Stopping: the world is saved', 'Stop by Ann is under way: wait until it has ended.']],
      ['byHand', ['Stopping: the world is saved', '1 min 1', 'The last restart failed.', 'byHand DELETE_IN_PROGRESS']],
      ['never', ['NOT_FOUND', 'Start sets the server up']],
    ])(
      'are told in full: %#',
      async (name, texts) => {
        await openStack(page, name);
        for (const text of texts) await page.getByText(text).first().waitFor();
        expect(await page.title()).toBe(`Stack: ${name} · my.site`);
        await looksWellAnywhere(page, complaints);
      },
      60_000,
    );

    it('say so when nothing is known of them, and whose address is wrong', async () => {
      await openStack(page, 'down');
      await page.getByText('Error', { exact: true }).waitFor();
      await looksWellAnywhere(page, complaints);
      await refuse(page, 'detail', 404, { errorCode: 'notFound', message: 'There is no such stack here.' });
      await openStack(page, 'down');
      await page.getByText('There is no such stack here.').waitFor();
      expect(await button(page, 'Start').count()).toBe(0);
      await page.getByRole('link', { name: 'All stacks' }).click();
      await page.getByRole('heading', { name: 'stack list' }).waitFor();
      await page.goto('/stack/detail');
      await page.getByText('This address names no stack.').waitFor();
      await looksWellAnywhere(page, complaints);
    }, 60_000);
  });
}

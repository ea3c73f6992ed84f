import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import type { Complaints } from '../../support/page-checks.ts';
import { views, visit } from '../visit.ts';
import { answerStacks, longName, refuse, stackNames, stacksAt } from './answers.ts';
import { siteNow } from './moved-clock.ts';
import { confirm, looksWell, type Stage } from './stage.ts';

const Answer = z.object({ data: z.object({ actionLogs: z.array(z.looseObject({})) }) });
const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

let page: Page;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = async (name: string) => {
  await page.goto(`/stack/detail?stackName=${name}`);
  await page.getByRole('heading', { name: `Stack: ${name}`, exact: true }).waitFor();
};

/** Every state that a stack can be in, as its pages tell of it. Nothing of it happens: the answers are made up. */
export function states(stage: Stage) {
  describe.each(views)('stacks at $view', (view) => {
    let complaints: Complaints;
    beforeAll(async () => {
      ({ page, complaints } = await visit(stage.browser(), stage.site(), view, {
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
      await looksWell(page, complaints);
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
        await open(name);
        for (const text of texts) await page.getByText(text).first().waitFor();
        expect(await page.title()).toBe(`Stack: ${name} · my.site`);
        await looksWell(page, complaints);
      },
      60_000,
    );

    it('say so when nothing is known of them, and whose address is wrong', async () => {
      await open('down');
      await page.getByText('Error', { exact: true }).waitFor();
      await looksWell(page, complaints);
      await refuse(page, 'detail', 404, { errorCode: 'notFound', message: 'There is no such stack here.' });
      await open('down');
      await page.getByText('There is no such stack here.').waitFor();
      expect(await button('Start').count()).toBe(0);
      await page.getByRole('link', { name: 'All stacks' }).click();
      await page.getByRole('heading', { name: 'stack list' }).waitFor();
      await page.goto('/stack/detail');
      await page.getByText('This address names no stack.').waitFor();
      await looksWell(page, complaints);
    }, 60_000);
  });

  describe('a page of stacks', () => {
    beforeAll(async () => {
      ({ page } = await visit(stage.browser(), stage.site(), views[0], { name: 'Ann' }));
    }, 60_000);
    afterAll(() => page.context().close());
    let now = 0;
    beforeEach(async () => {
      await page.unrouteAll();
      now = await siteNow(stage.site());
      await answerStacks(page, now);
    });

    it.each([
      ['survival', []],
      ['starting', ['Start', 'Restart']],
      ['stopping', ['Start', 'Restart', 'Stop']],
    ])(
      'holds back what cannot be asked now of a stack that is %s',
      async (name, held) => {
        await open(name);
        await page.getByText('Recent Action Logs').waitFor();
        for (const each of ['Start', 'Restart', 'Stop'])
          expect(await button(each).getAttribute('aria-disabled')).toBe(String(held.includes(each)));
        for (const each of held) {
          await button(each).click({ force: true });
          expect(await page.getByRole('dialog').count()).toBe(0);
        }
      },
      60_000,
    );

    it.each([
      ['Start', 409, 'RESTART of survival is under way. Wait until it has ended.'],
      ['Restart', 429, 'Only one stack may run at a time. Stop creative first.'],
      ['Stop', 503, 'It is not available just now.'],
    ])(
      'says why it did not %s',
      async (name, status, why) => {
        const verb = name.toLowerCase();
        await refuse(page, verb, status, { errorCode: 'x', message: why });
        await open('survival');
        await confirm(page, name);
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await alert.innerText()).toBe(`Error while ${verb} ${why}${status === 503 ? ' retry' : ''}`);
      },
      60_000,
    );

    it('shows an action once, though a look has found it before its own answer came', async () => {
      const looked = page.waitForResponse('**/detail');
      await open('survival');
      const [log] = Answer.parse(await (await looked).json()).data.actionLogs;
      await page.route('**/detail', () => {});
      await page.route('**/survival/start', (route) =>
        route.fulfill({ json: { data: { ...log, syncStatus: 'RUNNING' } } }),
      );
      const rows = page.getByRole('region', { name: 'Recent Action Logs' }).getByRole('row');
      const before = await rows.count();
      await confirm(page, 'Start');
      await page.getByText('Start by Ann is under way').waitFor();
      expect(await rows.count()).toBe(before);
    }, 60_000);

    it('asks for the list again when a person wants it', async () => {
      await page.route('**/api/minecraft_bedrock/v2', (route) => route.fulfill({ status: 503, json: {} }));
      await page.goto('/stack');
      await page.getByText('error', { exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'survival' }).count()).toBe(0);
      await page.unrouteAll();
      await answerStacks(page, now, ['survival']);
      await button('retry').click();
      await page.getByRole('link', { name: 'survival' }).waitFor();
      expect(await page.getByText('error', { exact: true }).count()).toBe(0);
      const looked = page.waitForRequest('**/survival/description');
      await button('look again').click();
      await looked;
      expect(new URL(page.url()).pathname).toBe('/stack');
    }, 60_000);

    it.each(['stopping', longName])('offer no address where the server is being taken away: %#', async (name) => {
      await open(name);
      await page.getByText('Recent Action Logs').waitFor();
      const addresses = await page.getByText(/^(18\.177\.42\.9|ec2-18.*)$/).count();
      // It is still among what CloudFormation calls outputs.
      expect(addresses).toBe(1);
      expect(await page.getByText(/stops by itself|players/).count()).toBe(0);
    });

    it.each(['leaving', 'byHand'])('promise nothing of a server that is to go: %s', async (name) => {
      await open(name);
      await page.getByText('Recent Action Logs').waitFor();
      expect(await page.getByText(/The address comes|stops by itself/).count()).toBe(0);
    });

    it('gives outputs to the clipboard, or at least to the hand', async () => {
      await open('survival');
      const copy = page.getByRole('definition').filter({ hasText: '19132' }).getByRole('button');
      await copy.click();
      await page.getByRole('button', { name: 'selected' }).waitFor();
      expect(await page.evaluate('String(getSelection())')).toBe('19132');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button('copy').first().click();
      await page.getByRole('button', { name: 'copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('18.177.42.9:19132');
      await page.context().clearPermissions();
    }, 60_000);

    it('has its question answered with the keyboard alone, and gives the focus back', async () => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
      });
      await page.route('**/survival/restart', (route) =>
        route.fulfill({ json: { data: stacksAt(Date.now())['starting']?.actionLogs[0] } }),
      );
      await page.goto('/stack/detail?stackName=survival');
      const restart = page.getByRole('button', { name: 'Restart', exact: true });
      const isFocused = (text: string) => page.evaluate(`document.activeElement.textContent === '${text}'`);
      await restart.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Please Confirm' });
      await dialog.getByText('Are you sure to restart survival?', { exact: true }).waitFor();
      await dialog.getByText('the world is kept. Then it sets the server up anew.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused('Restart')).toBe(true);
      await page.keyboard.press('Enter');
      expect(await isFocused('Cancel')).toBe(true);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(asked).toEqual([]);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await isFocused('Confirm')).toBe(true);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(asked).toEqual(['/api/minecraft_bedrock/v2/survival/restart']);
      expect(await isFocused('Restart')).toBe(true);
    }, 60_000);
  });
}

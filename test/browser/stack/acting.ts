import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { views, visit } from '../visit.ts';
import { answerStacks, longName, refuse, stacksAt } from './answers.ts';
import { siteNow } from './moved-clock.ts';
import { button, confirm, openStack, type Stage } from './stage.ts';

const Answer = z.object({ data: z.object({ actionLogs: z.array(z.looseObject({})) }) });

/** What a person does on a page of stacks, and what is said to that. Nothing of it happens: the answers are made up. */
export function acting(stage: Stage) {
  let page: Page;
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
        await openStack(page, name);
        await page.getByText('Recent Action Logs').waitFor();
        for (const each of ['Start', 'Restart', 'Stop'])
          expect(await button(page, each).getAttribute('aria-disabled')).toBe(String(held.includes(each)));
        for (const each of held) {
          await button(page, each).click({ force: true });
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
        await openStack(page, 'survival');
        await confirm(page, name);
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await alert.innerText()).toBe(`Error while ${verb} ${why}${status === 503 ? ' retry' : ''}`);
      },
      60_000,
    );

    it('shows an action once, though a look has found it before its own answer came', async () => {
      const looked = page.waitForResponse('**/detail');
      await openStack(page, 'survival');
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
      await button(page, 'retry').click();
      await page.getByRole('link', { name: 'survival' }).waitFor();
      expect(await page.getByText('error', { exact: true }).count()).toBe(0);
      const looked = page.waitForRequest('**/survival/description');
      await button(page, 'look again').click();
      await looked;
      expect(new URL(page.url()).pathname).toBe('/stack');
    }, 60_000);

    it.each(['stopping', longName])('offer no address where the server is being taken away: %#', async (name) => {
      await openStack(page, name);
      await page.getByText('Recent Action Logs').waitFor();
      const addresses = await page.getByText(/^(18\.177\.42\.9|ec2-18.*)$/).count();
      // It is still among what CloudFormation calls outputs.
      expect(addresses).toBe(1);
      expect(await page.getByText(/stops by itself|players/).count()).toBe(0);
    });

    it.each(['leaving', 'byHand'])('promise nothing of a server that is to go: %s', async (name) => {
      await openStack(page, name);
      await page.getByText('Recent Action Logs').waitFor();
      expect(await page.getByText(/The address comes|stops by itself/).count()).toBe(0);
    });

    it('gives outputs to the clipboard, or at least to the hand', async () => {
      await openStack(page, 'survival');
      const copy = page.getByRole('definition').filter({ hasText: '19132' }).getByRole('button');
      await copy.click();
      await page.getByRole('button', { name: 'selected' }).waitFor();
      expect(await page.evaluate('String(getSelection())')).toBe('19132');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(page, 'copy').first().click();
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

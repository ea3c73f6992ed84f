import * as z from 'zod';
import { stopTimers } from '../fixtures/looks.ts';
import { siteNow } from '../fixtures/virtual-time.ts';
import { answerStacks, longName, refuse, stacksAt } from './answers.ts';
import { expect, test } from './test.ts';

const Answer = z.object({ data: z.object({ actionLogs: z.array(z.looseObject({})) }) });

test.use({ expectedFailures: [409, 429, 503] });

test.beforeEach(async ({ page, site }) => {
  await answerStacks(page, await siteNow(site));
});

test.describe('the actions on a stack', () => {
  const actions = ['Start', 'Restart', 'Stop'];

  for (const [name, disabled] of [
    ['survival', []],
    ['starting', ['Start', 'Restart']],
    ['stopping', actions],
  ] as [string, string[]][])
    test(`are offered as far as it can do them now: ${name}`, { tag: '@deep' }, async ({ stack }) => {
      await stack.openLoaded(name);
      for (const each of actions)
        await expect(stack.button(each)).toHaveAttribute('aria-disabled', String(disabled.includes(each)));
      for (const each of disabled) {
        await stack.button(each).click({ force: true });
        await expect(stack.dialog).toHaveCount(0);
      }
    });

  for (const [name, status, why] of [
    ['Start', 409, 'RESTART of survival is under way. Wait until it has ended.'],
    ['Restart', 429, 'Only one stack may run at a time. Stop creative first.'],
    ['Stop', 503, 'Temporarily unavailable. Try again in a moment.'],
  ] as const)
    test(`say why they were refused: ${name}`, { tag: '@deep' }, async ({ page, stack }) => {
      const verb = name.toLowerCase();
      await refuse(page, verb, status, { errorCode: 'x', message: why });
      await stack.open('survival');
      await stack.confirm(name);
      await expect(stack.alert).toHaveText(`Error while ${verb} ${why}${status === 503 ? ' retry' : ''}`, {
        ignoreCase: true,
      });
    });

  test('are shown once, although a poll has found them before their own answer came', async ({ page, stack }) => {
    const polled = page.waitForResponse('**/detail');
    await stack.open('survival');
    const [log] = Answer.parse(await (await polled).json()).data.actionLogs;
    await page.route('**/detail', () => {});
    await page.route('**/survival/start', (route) =>
      route.fulfill({ json: { data: { ...log, syncStatus: 'RUNNING' } } }),
    );
    const rows = stack.logs.getByRole('row');
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    await stack.confirm('Start');
    await expect(page.getByText('Start is in progress (by Ann)')).toBeVisible();
    await expect(rows).toHaveCount(before);
  });

  test('are confirmed with the keyboard alone, and give the focus back', async ({ page, stack }) => {
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    await page.route('**/survival/restart', (route) =>
      route.fulfill({ json: { data: stacksAt(Date.now())['starting']?.actionLogs[0] } }),
    );
    await stack.openLoaded('survival');
    const restart = stack.button('Restart');
    await restart.focus();
    await page.keyboard.press('Enter');
    await expect(stack.dialog.getByText('Are you sure to restart survival?', { exact: true })).toBeVisible();
    await expect(stack.dialog.getByText('the world is kept. Then it starts the server again.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(stack.dialog).toHaveCount(0);
    await expect(restart).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stack.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stack.dialog).toHaveCount(0);
    expect(posted).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(stack.dialog).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(stack.dialog.getByRole('button', { name: 'Confirm' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stack.dialog).toHaveCount(0);
    await expect.poll(() => posted).toEqual(['/api/minecraft_bedrock/v2/survival/restart']);
    await expect(restart).toBeFocused();
  });
});

test.describe('the list of stacks', () => {
  test('is loaded again when the user asks for it', async ({ page, stack, site }) => {
    await page.route('**/api/minecraft_bedrock/v2', (route) =>
      route.fulfill({ status: 503, json: { errorCode: 'unavailable', message: '' } }),
    );
    await page.goto('/stack');
    await expect(page.getByText('error', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'survival' })).toHaveCount(0);
    await page.unrouteAll();
    await answerStacks(page, await siteNow(site), ['survival']);
    await page.getByRole('button', { name: 'retry' }).click();
    await expect(page.getByRole('link', { name: 'survival' })).toBeVisible();
    await expect(page.getByText('error', { exact: true })).toHaveCount(0);
    const polled = page.waitForRequest('**/survival/description');
    await stack.button('Refresh').click();
    await polled;
    await expect(page).toHaveURL('/stack');
  });
});

test.describe('the address of a server', () => {
  for (const name of ['stopping', longName])
    test(`is not offered while the server is being removed: ${name.slice(0, 18)}`, async ({ page, stack }) => {
      await stack.openLoaded(name);
      // It is still among the outputs of CloudFormation.
      await expect(page.getByText(/^(18\.177\.42\.9|ec2-18.*)$/)).toHaveCount(1);
      await expect(page.getByText(/[Ss]tops at|players/)).toHaveCount(0);
    });

  for (const name of ['leaving', 'byHand'])
    test(`is not announced when the server is to go: ${name}`, async ({ page, stack }) => {
      await stack.openLoaded(name);
      await expect(page.getByText(/The address appears|[Ss]tops at/)).toHaveCount(0);
    });

  test('is selected where the clipboard is refused, and copied where it is granted', async ({ page, stack }) => {
    await stack.openLoaded('survival');
    await stopTimers(page);
    await page.getByRole('definition').filter({ hasText: '19132' }).getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Selected' })).toBeVisible();
    expect(await page.evaluate('String(getSelection())')).toBe('19132');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('18.177.42.9:19132');
  });
});

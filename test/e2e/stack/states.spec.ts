import { expectGoodLooksInBothViews, stopTimers } from '../fixtures/looks.ts';
import { siteNow } from '../fixtures/virtual-time.ts';
import { answerStacks, longName, refuse, stackNames } from './answers.ts';
import { expect, test } from './test.ts';

const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

test.describe('the stacks', () => {
  test.use({ expectedFailures: [404, 503] });

  test.beforeEach(async ({ page, site }) => {
    await answerStacks(page, await siteNow(site), [...stackNames, 'down']);
  });

  test('are a card each, with the status of CloudFormation and its meaning', async ({ page, stack }) => {
    await page.goto('/stack');
    await expect(stack.card('down').getByText('error', { exact: true })).toBeVisible();
    for (const [name, status, color, meaning] of [
      ['survival', 'CREATE_COMPLETE', 'green', 'Running.'],
      ['starting', 'CREATE_IN_PROGRESS', 'blue', 'Starting:'],
      [longName, 'DELETE_FAILED', 'red', 'Stop failed'],
      ['never', 'NOT_FOUND', 'grey', 'Not running.'],
      ['rolledBack', 'ROLLBACK_COMPLETE', 'green', 'Start failed: it was rolled back'],
    ] as const) {
      await expect(stack.card(name).getByText(status, { exact: true })).toHaveAttribute('data-color', color);
      await expect(stack.card(name).getByText(meaning)).toBeVisible();
    }
    const survival = stack.card('survival');
    const times = await survival.getByRole('definition').allInnerTexts();
    expect(times).toEqual([expect.stringMatching(dateTime), '–']);
    expect(await survival.getByRole('columnheader').allInnerTexts()).toEqual(['Action', 'Status', 'Updated']);
    const cells = await survival.getByRole('cell').allInnerTexts();
    expect(cells.slice(0, 3)).toEqual(['START', 'SUCCEEDED', expect.stringMatching(dateTime)]);
    await expect(survival.getByText('2 players · counted 1 min ago')).toBeVisible();
    await expect(survival.getByText('18.177.42.9:19132')).toBeVisible();
    await expect(stack.card('stopping').getByText('18.177.42.9')).toHaveCount(0);
    // A stack that is still polled does not offer to look again.
    await expect(survival.getByText('Checked just now · Refresh')).toBeVisible();
    await expect(stack.card('starting').getByText('Refresh')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'never' })).toHaveAttribute('href', '/stack/detail?stackName=never');
    await expectGoodLooksInBothViews(page);
    await stopTimers(page);
    await survival.getByRole('button', { name: 'Copy' }).click();
    await expect(survival.getByRole('button', { name: /copied|selected/i })).toBeVisible();
  });

  for (const [name, texts] of [
    [
      'survival',
      ['Running.', '18.177.42.9:19132', '2 players · counted 1 min ago', 'Stops at', 'About $0.2', 'START by Bob'],
    ],
    ['gone', ['Not running.', 'From the last run.', 'STOP because the server was empty', 'DELETE_COMPLETE']],
    [
      'rolledBack',
      [
        'nothing is running.',
        'The machine could not be created. AWS has no free machine',
        'What CloudFormation said',
        'Start tries again.',
      ],
    ],
    [longName, ['part of the server is still there', 'The last stop failed:', 'Stop tries again to remove the rest']],
    ['starting', ['Starting: the server is being created.', ' min ', 'or press Stop to cancel it']],
    ['stopping', ['Stopping: the server is shutting down', 'Stop is in progress (by Ann). Wait until it ends.']],
    [
      'byHand',
      ['Stopping: the server is shutting down', ' min ', 'The last restart failed.', 'byHand DELETE_IN_PROGRESS'],
    ],
    ['never', ['NOT_FOUND', 'Start creates the server']],
  ] as const)
    test(`show everything about the one called ${name.slice(0, 18)}`, async ({ page, stack }) => {
      await stack.openLoaded(name);
      for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
      await expect(page).toHaveTitle(`Stack: ${name} · my.site`);
      await expectGoodLooksInBothViews(page);
    });

  test('say so when they cannot be loaded, and when an address is wrong', async ({ page, stack }) => {
    await stack.open('down');
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await refuse(page, 'detail', 404, { errorCode: 'notFound', message: 'This stack does not exist.' });
    await stack.open('down');
    await expect(page.getByText('This stack does not exist.')).toBeVisible();
    await expect(stack.button('Start')).toHaveCount(0);
    await page.getByRole('link', { name: 'All stacks' }).first().click();
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
    await page.goto('/stack/detail');
    await expect(page.getByText('No stack selected.')).toBeVisible();
    await expectGoodLooksInBothViews(page);
  });
});

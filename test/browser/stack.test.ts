import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import type { Complaints } from '../support/browser/page-checks.ts';
import type { Site } from '../support/site/site.ts';
import { openForAll } from './opened.ts';
import { acting } from './stack/acting.ts';
import { following } from './stack/following.ts';
import { movedClock } from './stack/moved-clock.ts';
import { polling } from './stack/polling.ts';
import { button, confirm, looksWell } from './stack/stage.ts';
import { states } from './stack/states.ts';
import { type View, views, visit } from './visit.ts';

const [desk, telephone] = views;

let browser: Browser;
let site: Site;
let page: Page;
let clock: ReturnType<typeof movedClock>;
// Slow enough for a poll to see whatever happens: it is the clock that is moved.
openForAll((opened) => ({ browser, site } = opened), { env: { STACK_SPEED: '1' } });

const logs = () => page.getByRole('region', { name: 'Recent Action Logs' });
const newestLog = () => logs().getByRole('row').nth(1).innerText();
const events = async () =>
  (await page.getByRole('table', { name: 'Events' }).getByRole('row').allInnerTexts()).map((row) => row.split(/\s+/));

/** Somebody comes with a clock that can be moved. */
async function comesIn(view: View, name: string): Promise<Complaints> {
  const visited = await visit(browser, site, view, { name, expectedStatuses: [503] });
  ({ page } = visited);
  await page.clock.install({ time: Date.now() });
  clock = movedClock(page, site);
  return visited.complaints;
}

describe('a stack that does as it is told', () => {
  let complaints: Complaints;
  beforeAll(async () => {
    complaints = await comesIn(desk, 'Ann');
  }, 60_000);
  afterAll(() => page.context().close());

  it('is two links away from the home page', async () => {
    await page.goto('/');
    await page.getByText('none is running').waitFor();
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Stack Manager' }).click();
    await page.getByRole('heading', { name: 'stack list' }).waitFor();
    await page.getByText('NOT_FOUND').nth(1).waitFor();
    await page.getByRole('link', { name: 'bedrock-survival' }).click();
    await page.getByRole('heading', { name: 'Stack: bedrock-survival' }).waitFor();
    await page.getByText('Not running.').waitFor();
    expect(await page.title()).toBe('Stack: bedrock-survival · my.site');
  }, 60_000);

  it('starts, and tells what happens as it happens', async () => {
    await confirm(page, 'Start');
    await page.getByText('Starting:').waitFor();
    expect(await button(page, 'Start').getAttribute('aria-disabled')).toBe('true');
    expect(await button(page, 'Stop').getAttribute('aria-disabled')).toBe('false');
    await clock.passUntil('Last event:');
    await clock.passUntil('AWS::EC2::SecurityGroup');
    const seen = await events();
    expect(seen).toContainEqual(expect.arrayContaining(['bedrock-survival', 'CREATE_IN_PROGRESS']));
    expect(seen).not.toContainEqual(expect.arrayContaining(['bedrock-survival', 'CREATE_COMPLETE']));
    await looksWell(page, complaints);
    await clock.passUntil('Running.');
    await clock.passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/START by Ann.*SUCCEEDED/s);
    expect(await events()).toContainEqual(expect.arrayContaining(['bedrock-survival', 'CREATE_COMPLETE']));
    expect(await page.getByRole('region', { name: 'Outputs' }).innerText()).toContain('19132');
    await page.getByText('stops by itself at').waitFor();
  }, 90_000);

  it('says so on the home page', async () => {
    await page.goto('/');
    await page.getByText('running of 2').waitFor();
    const home = await page.getByRole('navigation', { name: 'Home' }).innerText();
    expect(home).toContain('1 running of 2 · bedrock-survival');
    await page.goBack();
  }, 60_000);

  it('restarts under one action, and stops', async () => {
    await confirm(page, 'Restart');
    await clock.passUntil('Restarting: what was there is being taken down first');
    await clock.passUntil('Restarting: the server is being set up.');
    await clock.passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/RESTART by Ann.*SUCCEEDED/s);
    await confirm(page, 'Stop');
    await clock.passUntil('Not running.');
    await clock.passUntil('Start sets the server up');
    expect(await newestLog()).toMatch(/STOP by Ann.*SUCCEEDED/s);
    expect(await events()).toContainEqual(expect.arrayContaining(['bedrock-survival', 'DELETE_COMPLETE']));
    await looksWell(page, complaints);
  }, 90_000);
});

describe('a stack that fails', () => {
  let complaints: Complaints;
  beforeAll(async () => {
    complaints = await comesIn(telephone, 'Bo');
  }, 60_000);
  afterAll(() => page.context().close());

  it('says why in words, whatever the colour', async () => {
    await site.control('/stacks', { mode: 'createFails' });
    await page.goto('/stack/detail?stackName=bedrock-creative');
    await page.getByText('Not running.').waitFor();
    await confirm(page, 'Start');
    await clock.passUntil('The start failed and was rolled back: nothing is running.');
    await clock.passUntil('The last start failed:');
    expect(await newestLog()).toMatch(/START by Bo.*FAILED/s);
    expect(await page.getByText('ROLLBACK_COMPLETE').first().getAttribute('data-colour')).toBe('green');
    await looksWell(page, complaints);
  }, 90_000);

  it('is started again when its fault is over', async () => {
    await site.control('/stacks', { mode: 'normal' });
    await confirm(page, 'Start');
    await clock.passUntil('Starting: the server is being set up.');
    await clock.passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/START by Bo.*SUCCEEDED/s);
  }, 90_000);

  it('is stopped in the middle of a restart, which that breaks off', async () => {
    await confirm(page, 'Restart');
    await clock.passUntil('Restarting: what was there is being taken down first');
    await confirm(page, 'Stop');
    await clock.passUntil('Start sets the server up');
    expect(await logs().innerText()).toMatch(/STOP by Bo.*SUCCEEDED.*RESTART by Bo.*ABORTED.*Stopped by Bo/s);
    await looksWell(page, complaints);
  }, 90_000);
});

const stage = { browser: () => browser, site: () => site };
states(stage);
acting(stage);
polling(stage);
following(stage);

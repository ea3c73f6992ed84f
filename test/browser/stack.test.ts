import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../support/page-checks.ts';
import { type Site, startSite } from '../support/site.ts';
import { views, visit } from './visit.ts';

const [desk, telephone] = views;
const pollMs = 5_000;

let browser: Browser;
let site: Site;
let page: Page;
beforeAll(async () => {
  // As slow as AWS: it is the clock that is moved.
  [browser, site] = await Promise.all([launchBrowser(), startSite({ env: { STACK_SPEED: '1' } })]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Time passes, for the site and for the page. */
async function pass(ms: number) {
  await site.control('/clock', { advanceMs: ms });
  await page.clock.runFor(ms);
}

const shows = (text: string) => page.getByText(text).first().isVisible();

/** Lets time pass, a poll at a time, until a text is there. */
async function passUntil(text: string) {
  for (let polls = 0; polls < 60 && !(await shows(text)); polls += 1) {
    const answer = page.waitForResponse(/\/(detail|description)$/, { timeout: 10_000 });
    await pass(pollMs);
    await answer;
    await page.waitForTimeout(50);
  }
  await page.getByText(text).first().waitFor();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const confirm = async (name: string) => {
  await button(name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
};
const newestLog = () => page.getByRole('region', { name: 'Recent Action Logs' }).getByRole('row').nth(1).innerText();
const statuses = async () =>
  (await page.getByRole('table', { name: 'Events' }).getByRole('row').allInnerTexts()).join();

async function comesIn(view: (typeof views)[number], name: string): Promise<Complaints> {
  const visited = await visit(browser, site, view, { name, expectedStatuses: [503] });
  ({ page } = visited);
  await page.clock.install();
  return visited.complaints;
}

const looksWell = async (complaints: Complaints) => {
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
  expect(complaints).toEqual(noComplaints);
};

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
    await looksWell(complaints);
    await page.getByRole('link', { name: 'bedrock-survival' }).click();
    await page.getByRole('heading', { name: 'Stack: bedrock-survival' }).waitFor();
    await page.getByText('Not running.').waitFor();
    await looksWell(complaints);
  }, 60_000);

  it('starts, and tells what happens as it happens', async () => {
    await confirm('Start');
    await page.getByText('Starting:').waitFor();
    expect(await button('Start').getAttribute('aria-disabled')).toBe('true');
    expect(await button('Stop').getAttribute('aria-disabled')).toBe('false');
    await passUntil('Last event:');
    expect(await statuses()).toContain('CREATE_IN_PROGRESS');
    expect(await statuses()).not.toContain('CREATE_COMPLETE');
    await looksWell(complaints);
    await passUntil('Running.');
    await passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/START by Ann.*SUCCEEDED/s);
    expect(await page.getByRole('region', { name: 'Outputs' }).innerText()).toContain('19132');
    await page.getByText('stops by itself at').waitFor();
    await looksWell(complaints);
  }, 90_000);

  it('says so on the home page', async () => {
    await page.goto('/');
    await page.getByText('1 running of 2 · bedrock-survival').waitFor();
    await page.goBack();
  }, 60_000);

  it('restarts under one action, and stops', async () => {
    await confirm('Restart');
    await passUntil('Restarting: the world is saved');
    await passUntil('Restarting: the server is being set up.');
    await passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/RESTART by Ann.*SUCCEEDED/s);
    await confirm('Stop');
    await passUntil('Not running.');
    await passUntil('Start sets the server up');
    expect(await newestLog()).toMatch(/STOP by Ann.*SUCCEEDED/s);
    expect(await statuses()).toContain('DELETE_COMPLETE');
    await looksWell(complaints);
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
    await confirm('Start');
    await passUntil('The start failed and was rolled back: nothing is running.');
    await passUntil('The last start failed:');
    expect(await newestLog()).toMatch(/START by Bo.*FAILED/s);
    expect(await page.getByText('ROLLBACK_COMPLETE').first().getAttribute('data-colour')).toBe('green');
    await looksWell(complaints);
  }, 90_000);

  it('is started again when its fault is over, and a stop breaks that off', async () => {
    await site.control('/stacks', { mode: 'normal' });
    await confirm('Start');
    await passUntil('Starting: what an earlier start left is being cleared away.');
    await passUntil('Starting: the server is being set up.');
    await confirm('Stop');
    await passUntil('Start sets the server up');
    const logs = await page.getByRole('region', { name: 'Recent Action Logs' }).innerText();
    expect(logs).toMatch(/STOP by Bo.*SUCCEEDED.*START by Bo.*ABORTED.*Stopped by Bo/s);
    await confirm('Start');
    await passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/START by Bo.*SUCCEEDED/s);
    await confirm('Stop');
    await passUntil('Start sets the server up');
    await looksWell(complaints);
  }, 90_000);
});

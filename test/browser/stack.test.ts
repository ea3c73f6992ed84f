import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import * as z from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../support/page-checks.ts';
import { type Site, startSite } from '../support/site.ts';
import { movedClock, siteNow } from './moved-clock.ts';
import { type View, views, visit } from './visit.ts';

const [desk, telephone] = views;
const pollMs = 5_000;
const minuteMs = 60_000;

let browser: Browser;
let site: Site;
let page: Page;
let clock: ReturnType<typeof movedClock>;
beforeAll(async () => {
  // Slow enough for a poll to see whatever happens: it is the clock that is moved.
  [browser, site] = await Promise.all([launchBrowser(), startSite({ env: { STACK_SPEED: '0.4' } })]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const confirm = async (name: string) => {
  await button(name).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
};
const newestLog = () => page.getByRole('region', { name: 'Recent Action Logs' }).getByRole('row').nth(1).innerText();
const statuses = async () =>
  (await page.getByRole('table', { name: 'Events' }).getByRole('row').allInnerTexts()).join();

const Detail = z.object({ data: z.looseObject({ actionLogs: z.array(z.looseObject({})) }) });

/** Somebody comes with a clock that can be moved. */
async function comesIn(view: View, name: string, time = Date.now()): Promise<Complaints> {
  const visited = await visit(browser, site, view, { name, expectedStatuses: [503] });
  ({ page } = visited);
  await page.clock.install({ time });
  clock = movedClock(page, site);
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
    expect(await page.title()).toBe('Stack: bedrock-survival · my.site');
    await looksWell(complaints);
  }, 60_000);

  it('starts, and tells what happens as it happens', async () => {
    await confirm('Start');
    await page.getByText('Starting:').waitFor();
    expect(await button('Start').getAttribute('aria-disabled')).toBe('true');
    expect(await button('Stop').getAttribute('aria-disabled')).toBe('false');
    await clock.passUntil('Last event:');
    expect(await statuses()).toContain('CREATE_IN_PROGRESS');
    expect(await statuses()).not.toContain('CREATE_COMPLETE');
    await looksWell(complaints);
    await clock.passUntil('Running.');
    await clock.passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/START by Ann.*SUCCEEDED/s);
    expect(await page.getByRole('region', { name: 'Outputs' }).innerText()).toContain('19132');
    await page.getByText('stops by itself at').waitFor();
    await looksWell(complaints);
  }, 90_000);

  it('says so on the home page', async () => {
    await page.goto('/');
    await page.getByText('running of 2').waitFor();
    const home = await page.getByRole('navigation', { name: 'Home' }).innerText();
    expect(home).toContain('1 running of 2 · bedrock-survival');
    await page.goBack();
  }, 60_000);

  it('restarts under one action, and stops', async () => {
    await confirm('Restart');
    await clock.passUntil('Restarting: what was there is being taken down first');
    await clock.passUntil('Restarting: the server is being set up.');
    await clock.passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/RESTART by Ann.*SUCCEEDED/s);
    await confirm('Stop');
    await clock.passUntil('Not running.');
    await clock.passUntil('Start sets the server up');
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
    await clock.passUntil('The start failed and was rolled back: nothing is running.');
    await clock.passUntil('The last start failed:');
    expect(await newestLog()).toMatch(/START by Bo.*FAILED/s);
    expect(await page.getByText('ROLLBACK_COMPLETE').first().getAttribute('data-colour')).toBe('green');
    await looksWell(complaints);
  }, 90_000);

  it('is started again when its fault is over, and a stop breaks that off', async () => {
    await site.control('/stacks', { mode: 'normal' });
    await confirm('Start');
    await clock.passUntil('Starting: what was there is being taken down first');
    await clock.passUntil('Starting: the server is being set up.');
    await confirm('Stop');
    await clock.passUntil('Start sets the server up');
    const logs = await page.getByRole('region', { name: 'Recent Action Logs' }).innerText();
    expect(logs).toMatch(/STOP by Bo.*SUCCEEDED.*START by Bo.*ABORTED.*Stopped by Bo/s);
    await confirm('Start');
    await clock.passUntil('Stop takes the server down');
    expect(await newestLog()).toMatch(/START by Bo.*SUCCEEDED/s);
    await confirm('Stop');
    await clock.passUntil('Start sets the server up');
    await looksWell(complaints);
  }, 90_000);
});

describe('a page of a stack', () => {
  let asked = 0;
  let isDown = false;
  beforeAll(async () => {
    await site.control('/clock', { advanceMs: 10 * minuteMs });
    await comesIn(desk, 'Ann', await siteNow(site));
    // Each answer carries its number, so that one sees when the page has taken it in.
    await page.route('**/detail', async (route) => {
      asked += 1;
      const reason = `answer ${asked};`;
      if (isDown) return route.fulfill({ status: 503, json: {} });
      const response = await route.fetch();
      const { data } = Detail.parse(await response.json());
      const [newest, ...others] = data.actionLogs;
      return route.fulfill({ json: { data: { ...data, actionLogs: [{ ...newest, reason }, ...others] } } });
    });
  }, 60_000);
  afterAll(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  /** What was asked while time passes. */
  async function askedIn(ms: number) {
    const before = asked;
    await clock.pass(ms);
    await page.waitForTimeout(100);
    return asked - before;
  }

  const isAnswered = () => clock.comes(`answer ${asked};`);

  /** An action is asked for, and what it has done to the stack is looked at, at once. */
  async function act(name: string) {
    const before = asked;
    await confirm(name);
    await clock.comes(`${name} by Ann is under way`);
    await clock.until(() => asked > before);
    await isAnswered();
  }

  /** Nothing is asked for almost five seconds, and then once. */
  async function onePoll() {
    expect(await askedIn(pollMs - 500)).toBe(0);
    const before = asked;
    await clock.pass(600);
    await clock.until(() => asked > before);
    expect(asked).toBe(before + 1);
  }

  it('asks once about a stack at rest, and again when somebody wants it', async () => {
    await page.goto('/stack/detail?stackName=bedrock-survival');
    await page.getByText('look again').waitFor();
    // From here on time passes only when it is told to.
    await page.clock.pauseAt((await siteNow(site)) + 5_000);
    expect(await askedIn(minuteMs)).toBe(0);
    expect(asked).toBe(1);
    await button('look again').click();
    await clock.comes('answer 2;');
    expect(await askedIn(minuteMs)).toBe(0);
  }, 60_000);

  it('asks every five seconds once a start was asked for, until five minutes after it has ended', async () => {
    await act('Start');
    for (let polls = 0; polls < 3; polls += 1) {
      await onePoll();
      await isAnswered();
    }
    await clock.passUntil('Stop takes the server down');
    await isAnswered();
    const logs = page.getByRole('region', { name: 'Recent Action Logs' });
    const endedAt = Date.parse((await logs.locator('time').nth(1).getAttribute('datetime')) ?? '');
    // All but the last of the five minutes in one go.
    await clock.pass(endedAt + 4 * minuteMs - (await siteNow(site)));
    await isAnswered();
    await onePoll();
    await isAnswered();
    expect(await askedIn(minuteMs)).toBeGreaterThan(0);
    await isAnswered();
    expect(await askedIn(minuteMs)).toBe(0);
    await clock.comes('As of');
  }, 60_000);

  it('asks no more after an error, until somebody wants it', async () => {
    await act('Stop');
    await onePoll();
    await isAnswered();
    isDown = true;
    await onePoll();
    await clock.comes('It is no longer followed. It is not available just now.');
    isDown = false;
    expect(await askedIn(minuteMs)).toBe(0);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    expect(await askedIn(minuteMs)).toBe(0);
    await button('retry').click();
    await clock.until(async () => !(await clock.shows('It is no longer followed.')));
    await onePoll();
    await isAnswered();
  }, 60_000);
});

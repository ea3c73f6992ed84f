import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import * as z from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../support/page-checks.ts';
import { type Site, startSite } from '../support/site.ts';
import { type View, views, visit } from './visit.ts';

const [desk, telephone] = views;
const pollMs = 5_000;
const minuteMs = 60_000;

let browser: Browser;
let site: Site;
let page: Page;
beforeAll(async () => {
  // Slow enough for a poll to see whatever happens: it is the clock that is moved.
  [browser, site] = await Promise.all([launchBrowser(), startSite({ env: { STACK_SPEED: '0.4' } })]);
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

const siteNow = async () => z.object({ now: z.number() }).parse(await site.control('/state')).now;

/** Somebody comes with a clock that can be moved. */
async function comesIn(view: View, name: string, time = Date.now()): Promise<Complaints> {
  const visited = await visit(browser, site, view, { name, expectedStatuses: [503] });
  ({ page } = visited);
  await page.clock.install({ time });
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
    await passUntil('Restarting: what was there is being taken down first');
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
    await passUntil('Starting: what was there is being taken down first');
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

describe('a page of a stack', () => {
  const asked: string[] = [];
  beforeAll(async () => {
    await site.control('/clock', { advanceMs: 10 * minuteMs });
    await comesIn(desk, 'Ann', await siteNow());
    page.on('request', (request) => {
      if (request.url().endsWith('/detail')) asked.push(request.url());
    });
  }, 60_000);
  afterAll(() => page.context().close());

  /** What was asked while time passes. */
  async function askedIn(ms: number) {
    const before = asked.length;
    await pass(ms);
    await page.waitForTimeout(100);
    await page.clock.runFor(1);
    return asked.length - before;
  }

  /** A clock that stands still holds back also what the page is about to show. */
  async function until(isSo: () => Promise<boolean>) {
    for (let tries = 0; tries < 200 && !(await isSo()); tries += 1) {
      await page.clock.runFor(1);
      await page.waitForTimeout(50);
    }
    expect(await isSo()).toBe(true);
  }
  const comes = (text: string) => until(() => shows(text));

  /** An action is asked for, and what it has done to the stack is looked at, at once. */
  async function act(name: string) {
    const answer = page.waitForResponse(/\/detail$/);
    await confirm(name);
    await comes(`${name} by Ann is under way`);
    await (await answer).finished();
    await page.waitForTimeout(100);
  }

  /** Nothing is asked for almost five seconds, and then once. */
  async function onePoll() {
    expect(await askedIn(pollMs - 300)).toBe(0);
    const answer = page.waitForResponse(/\/detail$/);
    expect(await askedIn(400)).toBe(1);
    await (await answer).finished();
  }

  it('asks once about a stack at rest, and again when somebody wants it', async () => {
    await page.goto('/stack/detail?stackName=bedrock-survival');
    await page.getByText('look again').waitFor();
    // From here on time passes only when it is told to.
    await page.clock.pauseAt((await siteNow()) + 2_000);
    expect(await askedIn(minuteMs)).toBe(0);
    await button('look again').click();
    expect(await askedIn(100)).toBe(0);
    expect(asked).toHaveLength(2);
  }, 60_000);

  it('asks every five seconds once a start was asked for, until five minutes after it has ended', async () => {
    await act('Start');
    for (let polls = 0; polls < 3; polls += 1) await onePoll();
    await passUntil('Stop takes the server down');
    const endedAt = Date.parse(
      (await page
        .getByRole('region', { name: 'Recent Action Logs' })
        .locator('time')
        .nth(1)
        .getAttribute('datetime')) ?? '',
    );
    // All but the last ten seconds of the five minutes, in one go.
    await pass(endedAt + 5 * minuteMs - 10_000 - (await siteNow()));
    await page.waitForTimeout(100);
    await onePoll();
    // The poll that finds that the five minutes are over is the last.
    expect(await askedIn(2 * pollMs)).toBeLessThanOrEqual(2);
    expect(await askedIn(minuteMs)).toBe(0);
    await comes('As of');
  }, 60_000);

  it('asks no more after an error, until somebody wants it', async () => {
    await act('Stop');
    await onePoll();
    await page.route('**/detail', (route) => route.fulfill({ status: 503, json: {} }));
    await onePoll();
    await comes('It is no longer followed. It is not available just now.');
    await page.unrouteAll();
    expect(await askedIn(minuteMs)).toBe(0);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    expect(await askedIn(minuteMs)).toBe(0);
    await button('retry').click();
    await until(async () => !(await shows('It is no longer followed.')));
    await onePoll();
  }, 60_000);
});

import type { Page } from '@playwright/test';
import * as z from 'zod';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { siteNow } from '../fixtures/virtual-time.ts';
import { expect, minuteMs, test as base } from './test.ts';

const pollMs = 5_000;

const Detail = z.object({ data: z.looseObject({ actionLogs: z.array(z.looseObject({})) }) });

interface Polls {
  count: number;
  /** From now on every poll is answered with 503. */
  isDown: boolean;
}

/** Counts the polls of a page. Each answer carries its number as a reason, which shows when the page has taken it in. */
async function countPolls(page: Page): Promise<Polls> {
  const polls = { count: 0, isDown: false };
  await page.route('**/detail', async (route) => {
    polls.count += 1;
    const reason = `answer ${polls.count};`;
    if (polls.isDown) return route.fulfill({ status: 503, json: { errorCode: 'unavailable', message: '' } });
    const response = await fetchAnswer(route);
    const { data } = Detail.parse(await response.json());
    const [newest, ...others] = data.actionLogs;
    const actionLogs = newest ? [{ ...newest, reason }, ...others] : [];
    return route.fulfill({ response, json: { data: { ...data, actionLogs } } });
  });
  return polls;
}

/**
 * Waits until every poll whose time has come is counted. The browser reports requests in their order, so a request that
 * the page sends now is reported after them. The first one gives the page time to send a poll that it prepares.
 */
async function untilSent(page: Page) {
  const path = '/after-the-polls';
  await page.route(`**${path}`, (route) => route.fulfill({ status: 204 }));
  for (let times = 0; times < 2; times += 1) await page.evaluate(`fetch('${path}').then(({ status }) => status)`);
  await page.unroute(`**${path}`);
}

interface PollingFixtures {
  polls: Polls;
  /** Passes time, and returns the number of polls in it. */
  pollsIn: (ms: number) => Promise<number>;
  /** Waits until the page has taken the answer to the last poll in. */
  answered: () => Promise<void>;
  /** Expects one poll after five seconds, and none before. */
  expectPoll: () => Promise<void>;
  /** Confirms an action, and waits until the page has looked at its effect. */
  act: (name: string) => Promise<void>;
}

const test = base.extend<PollingFixtures>({
  polls: ({ page }, use) => countPolls(page).then(use),
  pollsIn: ({ page, time, polls }, use) =>
    use(async (ms) => {
      const before = polls.count;
      await time.pass(ms);
      await untilSent(page);
      return polls.count - before;
    }),
  answered: ({ time, polls }, use) => use(() => time.untilShown(`answer ${polls.count};`)),
  expectPoll: ({ time, polls, pollsIn }, use) =>
    use(async () => {
      expect(await pollsIn(pollMs - 500)).toBe(0);
      const before = polls.count;
      await time.pass(600);
      await time.until(() => polls.count > before);
      expect(polls.count).toBe(before + 1);
    }),
  act: ({ stack, time, polls, answered, user }, use) =>
    use(async (name) => {
      const before = polls.count;
      await stack.confirm(name);
      await time.untilShown(`${name} is in progress (by ${user.name})`);
      await time.until(() => polls.count > before);
      await answered();
    }),
});

test.use({ ownSite: true, expectedFailures: [503] });

test.describe('the page of a stack', { tag: '@deep' }, () => {
  test('polls every five seconds from the request of a start until five minutes after its end', async ({
    page,
    site,
    stack,
    time,
    act,
    answered,
    expectPoll,
    pollsIn,
  }) => {
    await stack.open('bedrock-survival');
    await expect(page.getByText('Refresh')).toBeVisible();
    await page.clock.pauseAt((await siteNow(site)) + 5_000);
    await act('Start');
    for (let polls = 0; polls < 3; polls += 1) {
      await expectPoll();
      await answered();
    }
    await time.passUntil('Stop shuts the server down');
    await answered();
    const endedAt = Date.parse((await stack.logs.locator('time').nth(1).getAttribute('datetime')) ?? '');
    // All but the last of the five minutes pass at once, by the page's own clock.
    expect(await pollsIn(endedAt + 4 * minuteMs - (await page.evaluate<number>('Date.now()')))).toBeGreaterThan(0);
    await answered();
    await expectPoll();
    await answered();
    expect(await pollsIn(minuteMs)).toBeGreaterThan(0);
    await answered();
    expect(await pollsIn(minuteMs)).toBe(0);
    await time.untilShown('Updated');
  });

  test('stops polling after an error, until the user asks for it', async ({
    page,
    site,
    stack,
    time,
    polls,
    act,
    answered,
    expectPoll,
    pollsIn,
    start,
  }) => {
    await start('bedrock-survival');
    await page.clock.setSystemTime(await siteNow(site));
    await stack.open('bedrock-survival');
    await expect(page.getByText('Stop shuts the server down')).toBeVisible();
    await page.clock.pauseAt((await siteNow(site)) + 5_000);
    await act('Stop');
    await expectPoll();
    await answered();
    polls.isDown = true;
    await expectPoll();
    await time.untilShown('Live updates are paused. Temporarily unavailable. Try again in a moment.');
    polls.isDown = false;
    expect(await pollsIn(minuteMs)).toBe(0);
    await page.evaluate("dispatchEvent(new Event('blur')), dispatchEvent(new Event('focus'))");
    expect(await pollsIn(minuteMs)).toBe(0);
    await page.getByRole('button', { name: 'retry' }).click();
    await time.until(async () => !(await time.isShown('Live updates are paused.')));
    await expectPoll();
    await answered();
  });
});

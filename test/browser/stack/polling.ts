import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { views, visit } from '../visit.ts';
import { movedClock, siteNow } from './moved-clock.ts';
import { button, confirm, type Stage } from './stage.ts';

const pollMs = 5_000;
const minuteMs = 60_000;

const Detail = z.object({ data: z.looseObject({ actionLogs: z.array(z.looseObject({})) }) });

/** When a page asks, and when it does not: to the second, on a clock that is moved. */
export function polling({ browser, site }: Stage) {
  describe('a page of a stack', () => {
    let page: Page;
    let clock: ReturnType<typeof movedClock>;
    let asked = 0;
    let isDown = false;
    beforeAll(async () => {
      await site().control('/clock', { advanceMs: 10 * minuteMs });
      ({ page } = await visit(browser(), site(), views[0], { name: 'Ann' }));
      await page.clock.install({ time: await siteNow(site()) });
      clock = movedClock(page, site());
      // Each answer carries its number, so that one sees when the page has taken it in.
      await page.route('**/detail', async (route) => {
        asked += 1;
        const reason = `answer ${asked};`;
        if (isDown) return route.fulfill({ status: 503, json: {} });
        const response = await route.fetch();
        const { data } = Detail.parse(await response.json());
        const [newest, ...others] = data.actionLogs;
        const json = { data: { ...data, actionLogs: [{ ...newest, reason }, ...others] } };
        return route.fulfill({ response, json });
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
      await confirm(page, name);
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
      await page.clock.pauseAt((await siteNow(site())) + 5_000);
      expect(await askedIn(minuteMs)).toBe(0);
      expect(asked).toBe(1);
      await button(page, 'look again').click();
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
      // All but the last of the five minutes in one go, by the page's own clock.
      await clock.pass(endedAt + 4 * minuteMs - (await page.evaluate<number>('Date.now()')));
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
      await button(page, 'retry').click();
      await clock.until(async () => !(await clock.shows('It is no longer followed.')));
      await onePoll();
      await isAnswered();
    }, 60_000);

    it('goes by the server’s clock on a machine whose own is half an hour ahead', async () => {
      const wrong = (await siteNow(site())) + 30 * minuteMs;
      await page.clock.setSystemTime(wrong);
      await page.clock.resume();
      const before = asked;
      await page.reload();
      await page.getByText(`answer ${before + 1};`).waitFor();
      await page.clock.runFor(pollMs);
      await clock.until(() => asked > before + 1);
      expect(asked).toBe(before + 2);
    }, 60_000);
  });
}

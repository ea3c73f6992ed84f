import type { Page } from '@playwright/test';
import { info, log } from '../../support/site/stacks.ts';
import { expectGoodLooks } from '../fixtures/looks.ts';
import { siteNow } from '../fixtures/virtual-time.ts';
import { answerWorlds, everyDetail, type Described } from './answers.ts';
import { expect, minuteMs, test as base } from './test.ts';

/** Records the times of all polls by the page's own clock, and how many of them have no answer yet. */
const recordPolls = `
  globalThis.polls = [];
  globalThis.unanswered = 0;
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (!String(address).endsWith('/detail')) return originalFetch(address, init);
    globalThis.polls.push(Date.now());
    globalThis.unanswered += 1;
    return originalFetch(address, init).finally(() => (globalThis.unanswered -= 1));
  };`;

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

const starting = (now: number): Described => ({
  awsStackInfo: info({ stackStatus: 'CREATE_IN_PROGRESS', creationTime: now }),
  actionLogs: [log({ actionTime: now, syncTime: now })],
});
const running = (now: number): Described => ({
  awsStackInfo: info({
    creationTime: now,
    outputs: [
      { outputKey: 'ServerAddress', outputValue: '18.177.42.9' },
      { outputKey: 'ServerPort', outputValue: '19132' },
    ],
  }),
  actionLogs: [log({ actionTime: now, syncTime: now, syncStatus: 'SUCCEEDED' })],
});
const stopping = (now: number): Described => ({
  awsStackInfo: info({ ...running(now).awsStackInfo, stackStatus: 'DELETE_IN_PROGRESS' }),
  actionLogs: [
    log({ action: 'STOP', actionTime: now + minuteMs, syncTime: now + minuteMs }),
    ...running(now).actionLogs,
  ],
});

/** A stack whose description the test chooses. The stack is unavailable until the test has chosen one. */
const test = base.extend<{ described: { now: number; stack: Described | undefined } }>({
  described: async ({ page, site, stack, time }, use) => {
    const now = await siteNow(site);
    const described: { now: number; stack: Described | undefined } = { now, stack: starting(now) };
    await page.addInitScript(recordPolls);
    await answerWorlds(page, now);
    await page.route('**/detail', (route) => {
      const json = { data: { ...everyDetail, ...described.stack } };
      return described.stack
        ? route.fulfill({ json })
        : route.fulfill({ status: 503, json: { errorCode: 'unavailable', message: '' } });
    });
    expect(time).toBeDefined();
    await stack.open('survival');
    await expect(page.getByRole('link', { name: 'Get notified' })).toBeVisible();
    await use(described);
  },
});

test.use({ expectedFailures: [503] });

test.describe('the tab of a stack in the background', () => {
  test('shows the progress in its title, and polls until the action has ended', async ({ page, time, described }) => {
    const pageNow = () => page.evaluate<number>('Date.now()');
    const polls = () => page.evaluate<number[]>('globalThis.polls');
    await expectGoodLooks(page);
    await page.clock.pauseAt((await pageNow()) + 30_000);
    await setVisibility(page, 'hidden');
    await time.until(async () => (await page.title()).startsWith('◌ Starting — survival'));
    await time.until(() => page.evaluate<boolean>('globalThis.unanswered === 0'));
    const hiddenAt = await pageNow();
    const before = (await polls()).length;
    described.stack = running(described.now);
    await time.until(async () => /^● Ready — survival \(\d\d:\d\d\)/.test(await page.title()), 1_000);
    const [once = 0, ...more] = (await polls()).slice(before);
    expect(once - hiddenAt).toBeGreaterThan(13_000);
    expect(more).toEqual([]);
    // There is nothing left to wait for.
    await page.clock.runFor(minuteMs);
    expect(await polls()).toHaveLength(before + 1);
    described.stack = stopping(described.now);
    await setVisibility(page, 'visible');
    await time.until(async () => (await page.title()).startsWith('Stack: survival'));
    await time.untilShown('Stopping: ');
    expect(await polls()).toHaveLength(before + 2);
  });

  test('says that the stack is no longer polled', async ({ page, time, described }) => {
    described.stack = undefined;
    await setVisibility(page, 'hidden');
    await page.clock.runFor(16_000);
    await time.until(async () => (await page.title()).startsWith('✕ Updates paused — survival'));
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import { info, log } from '../../support/site/stacks.ts';
import type { Complaints } from '../../support/browser/page-checks.ts';
import { views, visit } from '../visit.ts';
import type { Described } from './answers.ts';
import { movedClock, siteNow } from './moved-clock.ts';
import { button, looksWell, type Stage } from './stage.ts';

/** A browser whose notifications can be read, and whose answer to the question for them is `permission`. */
const notifications = `
  globalThis.told = [];
  globalThis.permission = 'granted';
  globalThis.Notification = class extends EventTarget {
    static requestPermission = async () => globalThis.permission;
    constructor(title, { body }) {
      super();
      if (body !== undefined) globalThis.told.push(title + ': ' + body);
    }
    close() {}
  };`;

/** By the page's own clock: when it has asked how the stack stands, and how much of that has no answer yet. */
const asking = `
  globalThis.asks = [];
  globalThis.unanswered = 0;
  const ask = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (!String(address).endsWith('/detail')) return ask(address, init);
    globalThis.asks.push(Date.now());
    globalThis.unanswered += 1;
    return ask(address, init).finally(() => (globalThis.unanswered -= 1));
  };`;

const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

/** A stack whose page is open in a tab that nobody sees. What becomes of it is made up, the clock is moved. */
export function following({ browser, site }: Stage) {
  describe('a stack that somebody waits for in another tab', () => {
    let page: Page;
    let complaints: Complaints;
    let clock: ReturnType<typeof movedClock>;
    let now = 0;
    let described: Described | undefined;
    beforeAll(async () => {
      ({ page, complaints } = await visit(browser(), site(), views[0], { name: 'Ann', expectedStatuses: [503] }));
      await page.addInitScript(notifications);
      await page.addInitScript(asking);
      now = await siteNow(site());
      await page.clock.install({ time: now });
      clock = movedClock(page, site());
      await page.route('**/detail', (route) => {
        const json = { data: { lastEvents: [], ...described } };
        return described ? route.fulfill({ json }) : route.fulfill({ status: 503, json: {} });
      });
    }, 60_000);
    afterAll(() => page.context().close());

    const starting = (): Described => ({
      awsStackInfo: info({ stackStatus: 'CREATE_IN_PROGRESS', creationTime: now }),
      actionLogs: [log({ actionTime: now, syncTime: now })],
    });
    const up = (): Described => ({
      awsStackInfo: info({
        creationTime: now,
        outputs: [
          { outputKey: 'ServerAddress', outputValue: '18.177.42.9' },
          { outputKey: 'ServerPort', outputValue: '19132' },
        ],
      }),
      actionLogs: [log({ actionTime: now, syncTime: now, syncStatus: 'SUCCEEDED' })],
    });
    const stopping = (): Described => ({
      awsStackInfo: info({ ...up().awsStackInfo, stackStatus: 'DELETE_IN_PROGRESS' }),
      actionLogs: [log({ action: 'STOP', actionTime: now + 60_000, syncTime: now + 60_000 }), ...up().actionLogs],
    });
    const pageNow = () => page.evaluate<number>('Date.now()');
    const asks = () => page.evaluate<number[]>('globalThis.asks');
    const told = () => page.evaluate<string[]>('globalThis.told');
    const titleIs = (title: RegExp) => clock.until(async () => title.test(await page.title()));

    beforeEach(async () => {
      described = starting();
      await page.goto('/stack/detail?stackName=survival');
      await page.getByText('tell me when it is up').waitFor();
    }, 60_000);

    it('tells whoever asked for it, and in its title how it goes and has gone', async () => {
      await button(page, 'tell me when it is up').click();
      await button(page, 'do not tell me').click();
      await page.getByText('You will be told').waitFor({ state: 'detached' });
      await button(page, 'tell me when it is up').click();
      await page.getByText('You will be told when it is up, if this page stays open in its tab.').waitFor();
      await looksWell(page, complaints);
      await page.clock.pauseAt((await pageNow()) + 30_000);
      await turn(page, 'hidden');
      await titleIs(/^◌ starting — survival/);
      await clock.until(() => page.evaluate<boolean>('globalThis.unanswered === 0'));
      const hiddenAt = await pageNow();
      const before = (await asks()).length;
      described = up();
      await clock.until(async () => /^● ready — survival \(\d\d:\d\d\)/.test(await page.title()), 1_000);
      const [once = 0, ...more] = (await asks()).slice(before);
      expect(once - hiddenAt).toBeGreaterThan(13_000);
      expect(more).toEqual([]);
      expect(await told()).toEqual(['survival is up: 18.177.42.9:19132']);
      // Nothing is left to wait for.
      await page.clock.runFor(60_000);
      expect(await asks()).toHaveLength(before + 1);
      // What becomes of it later is not what was asked.
      described = stopping();
      await turn(page, 'visible');
      await titleIs(/^Stack: survival/);
      await clock.comes('tell me when it is down');
      expect(await asks()).toHaveLength(before + 2);
      expect(await told()).toHaveLength(1);
      await page.clock.resume();
    }, 60_000);

    it('tells that it can tell nothing any more', async () => {
      await button(page, 'tell me when it is up').click();
      await page.getByText('You will be told').waitFor();
      described = undefined;
      await turn(page, 'hidden');
      await page.clock.runFor(16_000);
      await titleIs(/^✕ no longer followed — survival/);
      expect(await told()).toEqual([expect.stringMatching(/^survival is no longer followed: /)]);
    }, 60_000);

    it('says why it cannot tell', async () => {
      // The last one as on a telephone, where only a service worker may.
      for (const [spoil, why] of [
        ["globalThis.permission = 'default'", 'press again to be asked once more'],
        ["globalThis.permission = 'denied'", 'does not let this site tell you'],
        ['delete globalThis.Notification', 'This browser cannot do that.'],
        [
          "globalThis.Notification = class { static requestPermission = async () => 'granted'; constructor() { throw new TypeError('Illegal constructor'); } }",
          'This browser lets no page do that.',
        ],
      ] as const) {
        await page.evaluate(spoil);
        await button(page, 'tell me when it is up').click();
        await page.getByText(why).waitFor();
        expect(await page.getByText('You will be told').count()).toBe(0);
      }
    }, 60_000);
  });
}

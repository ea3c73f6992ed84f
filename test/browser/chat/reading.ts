import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import type { ChatMessage } from 'shared-types/contract/chat';
import { apiCaller } from '../../support/site/caller.ts';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../../support/browser/page-checks.ts';
import { message, newestFirst } from '../../unit/web/features/chat/messages.ts';
import { nasty } from '../../unit/web/features/chat/markdown/nasty.ts';
import { views, visit } from '../visit.ts';
import { reader, type Stage } from './stage.ts';
import { answered, answers, hasFocus, messageField, questions, start } from './steps.ts';

const [, telephone] = views;
const lists = '**/api/chat/session/message/list?*';
const pageLength = 20;

/** The conversation holds these messages, newest first, whatever the server knows; gives back how often it was asked. */
async function hold(where: Page, messages: ChatMessage[]) {
  const asked: string[] = [];
  await where.route(lists, (route) => {
    const last = new URL(route.request().url()).searchParams.get('lastSessionMessageId');
    asked.push(last ?? '');
    const from = messages.findIndex(({ sessionMessageId }) => sessionMessageId === last) + 1;
    return route.fulfill({ json: messages.slice(from, from + pageLength) });
  });
  return asked;
}

/** What is shown, however much there is of it and whatever stands in it. */
export function reading(stage: Stage) {
  let page: Page;
  let complaints: Complaints;
  let sessionId: string;
  let address: string;
  beforeAll(async () => {
    const { browser, site } = stage();
    ({ page, complaints } = await visit(browser, site, reader, { name: 'Lee' }));
    sessionId = await start(page, 'Hello');
    await answered(page);
    address = page.url();
  }, 60_000);
  afterAll(() => page.context().close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const box = () => page.getByRole('log');
  const status = (words: string) => box().getByText(words);
  /** Where a message stands in the window. */
  const topOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;
  const scrollToStart = () => box().evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));

  /** The server answers again. */
  const letGo = () => page.unrouteAll({ behavior: 'ignoreErrors' });

  describe('a conversation of 10,000 messages', () => {
    afterAll(letGo);

    it('opens at its end, with one page', async () => {
      const asked = await hold(page, newestFirst(0, 9_999));
      await page.goto(address);
      await page.getByText('text 9999').waitFor();
      await status('scroll to load more').waitFor({ state: 'attached' });
      expect(asked).toEqual(['']);
      expect(await questions(page).count()).toBe(pageLength / 2);
    }, 60_000);

    it('shows older messages when one scrolls up, and nothing that one reads moves', async () => {
      const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
      await page.route(/lastSessionMessageId=/, async (route) => {
        await isOpen;
        await route.fallback();
      });
      await scrollToStart();
      await status('loading more...').waitFor();
      const before = await topOf('text 9980');
      open();
      await page.getByText('text 9979').waitFor({ state: 'attached' });
      expect(Math.abs((await topOf('text 9980')) - before)).toBeLessThanOrEqual(1);
    }, 60_000);

    it('draws none of it anew while one writes', async () => {
      await box().evaluate((element) => {
        Object.assign(globalThis, { drawn: 0 });
        new MutationObserver(() => Object.assign(globalThis, { drawn: 1 })).observe(element, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      });
      await messageField(page).pressSequentially('Typing stays fluid');
      expect(await page.evaluate('drawn')).toBe(0);
      await messageField(page).fill('');
    }, 60_000);

    it('leads back to its end', async () => {
      await button('jump to latest').click();
      await button('jump to latest').waitFor({ state: 'detached' });
      expect(await box().evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    }, 60_000);
  });

  describe('the status line', () => {
    afterEach(letGo);

    it('says that messages are being loaded, and when there are no more', async () => {
      const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
      await page.route(lists, async (route) => {
        await isAnswered;
        await route.fallback();
      });
      await page.goto(address);
      await status('loading more...').waitFor();
      expect(await questions(page).count()).toBe(0);
      answer();
      await status('no more messages').waitFor();
      expect(await questions(page).count()).toBe(1);
    }, 60_000);

    it('says that something went wrong, and why, and goes on when told to', async () => {
      await page.route(lists, (route) => route.abort());
      await page.goto(address);
      await status('something went wrong... There is no connection to the site.').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await letGo();
      await button('retry').click();
      await questions(page).getByText('Hello').waitFor();
    }, 60_000);

    it('keeps what is there when older messages cannot be loaded, and asks for them again by itself', async () => {
      await page.clock.install();
      await hold(page, newestFirst(0, 24));
      await page.route(/lastSessionMessageId/, (route) => route.abort());
      await page.goto(address);
      await page.getByText('text 24').waitFor();
      await scrollToStart();
      await status('something went wrong...').waitFor();
      expect(await questions(page).count()).toBeGreaterThan(5);
      await page.unroute(/lastSessionMessageId/);
      await page.clock.fastForward(5_000);
      await page.getByText('text 0', { exact: true }).waitFor({ state: 'attached' });
      await scrollToStart();
      await status('no more messages').waitFor();
    }, 60_000);

    it('leads to the start when there is no such conversation', async () => {
      await page.goto(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
      await page.getByRole('heading', { name: 'No such conversation' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Start Chatting' }).click();
      await page.getByRole('heading', { name: 'Start Chatting' }).waitFor();
      expect(new URL(page.url()).search).toBe('');
    }, 60_000);
  });

  describe('the settings', () => {
    it('say that they are being loaded, and that this went wrong', async () => {
      let isBroken = false;
      await page.route(/session\/[^/?]+$/, (route) => (isBroken ? route.abort() : undefined));
      await page.goto(address);
      await button('Settings').click();
      await page.getByRole('dialog').getByText('Pooling your content...').waitFor();
      isBroken = true;
      await page.reload();
      await button('Settings').click();
      await page.getByRole('dialog').getByText('Something went wrong... There is no connection to the site.').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await letGo();
      await page.getByRole('dialog').getByRole('button', { name: 'retry' }).click();
      await page.getByRole('dialog').getByLabel('Memory size').waitFor();
      expect(await hasFocus(page.getByRole('dialog').getByLabel('Title'))).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await hasFocus(button('Settings'))).toBe(true);
    }, 60_000);
  });

  describe('an answer whose model is gone', () => {
    it('is asked of the model that has taken its place', async () => {
      const { site } = stage();
      await apiCaller(site.origin, await site.signIn('Lee'))('POST /api/chat/session/{sessionId}/update', {
        params: { sessionId },
        body: { title: null, memorySize: null, modelCode: 'o1' },
      });
      await site.control('/model', { mode: 'gone' });
      await page.goto(address);
      await answers(page).getByRole('button', { name: 'regenerate' }).click();
      await page.getByRole('img', { name: 'sad face' }).waitFor();
      await answers(page).getByText('The provider does not have this model any more.').waitFor();
      await site.control('/model', { mode: 'fast' });
      await button('regenerate with GPT-5.6 Sol').click();
      await (await answered(page)).getByText(/^gpt-5\.6-sol · /).waitFor();
      await button('Settings').click();
      expect(await page.getByLabel('Model').inputValue()).toBe('gpt-5.6-sol');
    }, 60_000);
  });

  describe('an answer that means harm', () => {
    it('runs nothing and asks for nothing, and shows what it is', async () => {
      const texts = Object.values(nasty).flat();
      const { browser, site } = stage();
      const { page: other, complaints: found } = await visit(browser, site, telephone, { name: 'Lee' });
      await hold(
        other,
        texts.map((text, index) => message(2 * index + 1, { text })),
      );
      await other.goto(address);
      for (let loaded = pageLength; loaded < texts.length + pageLength; loaded += pageLength) {
        const expected = Math.min(loaded, texts.length);
        await answers(other)
          .nth(expected - 1)
          .waitFor({ state: 'attached' });
        await other.getByRole('log').evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
      }
      expect(await answers(other).count()).toBe(texts.length);
      await other.evaluate("document.querySelectorAll('article').forEach((row) => row.scrollIntoView())");
      await other.getByText('<script>window.hacked = 1</script>').waitFor({ state: 'attached' });
      expect(
        await other.evaluate(
          "typeof hacked + document.querySelectorAll('article :is(script, img, iframe, svg, object, video, form, style)').length",
        ),
      ).toBe('undefined0');
      expect(found).toEqual(noComplaints);
      expect(await overflowPx(other)).toBe(0);
      await other.context().close();
    }, 90_000);
  });

  it('has complained about nothing', () => {
    const failed = /^Failed to load resource: (net::ERR_FAILED|the server responded with a status of 404)/;
    expect(complaints.consoleErrors.filter((text) => !failed.test(text))).toEqual([]);
    expect(complaints).toMatchObject({ cspReports: [], otherOrigins: [] });
  });
}

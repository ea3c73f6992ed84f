import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page, Route } from '@playwright/test';
import { apiCaller } from '../../support/site/caller.ts';
import { until } from '../../support/eventually.ts';
import { views, visit } from '../visit.ts';
import { reader, type Stage } from './stage.ts';
import { answered, answers, messageField, questions, say, start } from './steps.ts';

const [, telephone] = views;

/** What is answered of messages reaches the page at one moment: when it calls `letGo`. */
const holdMessages = `{
  const { fetch } = window;
  const isLet = new Promise((resolve) => { window.letGo = resolve; });
  window.fetch = async (address, init) => {
    const answer = await fetch(address, init);
    const text = await answer.text();
    if (address.includes('/session/message/')) await isLet;
    return new Response(text, { status: answer.status });
  };
}`;

/** The server gets it, and its answer gets lost on the way back. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

/** Whatever breaks, nothing that was written is lost, and nothing is said twice. */
export function keeping(stage: Stage) {
  let page: Page;
  let call: ReturnType<typeof apiCaller>;
  beforeAll(async () => {
    const { browser, site } = stage();
    ({ page } = await visit(browser, site, reader, { name: 'Kim' }));
    call = apiCaller(site.origin, await site.signIn('Kim'));
  }, 60_000);
  beforeEach(() => page.unrouteAll());
  afterAll(() => page.context().close());

  const sessions = () => call('GET /api/chat/session/list', { query: {} });
  const askedIn = async (sessionId: string) =>
    (await call('GET /api/chat/session/message/list', { query: { sessionId } }))
      .filter(({ senderRole }) => senderRole === 'USER')
      .map(({ text }) => text);

  describe('an answer', () => {
    it('is there in another browser, whoever closed the tab while it was written', async () => {
      const { browser, site } = stage();
      await site.control('/model', { mode: 'normal' });
      const { page: closed } = await visit(browser, site, reader, { name: 'Kim' });
      await start(closed, 'Close the lid: 2 kB');
      await closed.getByText('writing…').waitFor();
      await closed.context().close();

      const { page: opened } = await visit(browser, site, telephone, { name: 'Kim' });
      await opened.goto('/chat/session');
      await opened.getByRole('link', { name: 'Close the lid' }).click();
      const answer = await answered(opened);
      const { length } = await answer.innerText();
      expect(length).toBeGreaterThan(1_800);
      expect(await answers(opened).count()).toBe(1);
      await opened.context().close();
    }, 90_000);

    it('keeps its words when it is stopped', async () => {
      await stage().site.control('/model', { mode: 'normal' });
      await start(page, 'Stop at 30 kB');
      await page.getByText('writing…').waitFor();
      await page.getByText('This sentence').first().waitFor();
      await page.getByRole('button', { name: 'stop', exact: true }).click();
      const text = await (await answered(page)).innerText();
      expect(text).toContain('· stopped');
      expect(text).toContain('This sentence');
      expect(text.length).toBeLessThan(25_000);
      await stage().site.control('/model', { mode: 'fast' });
    }, 60_000);

    it('is followed again where a call fails, and says so meanwhile', async () => {
      await page.route('**/session/message/*.*', (route) => route.abort());
      await start(page, 'Follow me');
      await page.getByText('The answer cannot be followed. There is no connection to the site.').waitFor();
      await page.unrouteAll();
      await page.getByRole('article').getByRole('button', { name: 'retry' }).click();
      await (await answered(page)).getByText('Follow me').waitFor();
      expect(await page.getByText('cannot be followed').count()).toBe(0);
    }, 60_000);

    it('is done also where an older look at the list comes in together with its end', async () => {
      await page.goto('/chat');
      await page.evaluate(holdMessages);
      await page.route('**/session/message/*.*', async (route) => {
        const { pathname } = new URL(route.request().url());
        const params = { sessionMessageId: pathname.slice(pathname.lastIndexOf('/') + 1) };
        const isDone = async () =>
          (await call('GET /api/chat/session/message/{sessionMessageId}', { params })).status === 'DONE';
        await until(isDone);
        await route.continue();
      });
      await page.route('**/message/list?*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('"DONE"', '"PENDING"');
        await route.fulfill({ response, body });
      });
      const polled = page.waitForResponse('**/session/message/*.*');
      await say(page, 'Overtaken');
      await polled;
      // Nobody asks again for a list that is not 2 s old.
      await page.waitForTimeout(2_100);
      const listed = page.waitForResponse('**/message/list?*');
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await (await listed).finished();
      await page.evaluate('letGo()');
      expect(await (await answered(page)).innerText()).toContain('Overtaken');
    }, 60_000);
  });

  describe('a message', () => {
    it('is one, also when it is sent with two clicks', async () => {
      const before = (await sessions()).length;
      await page.goto('/chat');
      await messageField(page).fill('Twice?');
      await page.getByRole('button', { name: 'Send' }).evaluate((button) => {
        for (let clicks = 0; clicks < 2; clicks += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      });
      await questions(page).waitFor();
      await answered(page);
      expect(await questions(page).count()).toBe(1);
      expect((await sessions()).length).toBe(before + 1);
    }, 60_000);

    it('that begins a session is kept until the server has it, and begins one session', async () => {
      const before = (await sessions()).length;
      await page.goto('/chat');
      await page.route('**/create_with_message', loseAnswer);
      await messageField(page).fill('First words\n\nand more');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Not sent, and kept here. There is no connection to the site.').waitFor();
      await page.reload();
      expect(await messageField(page).inputValue()).toBe('First words\n\nand more');
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.waitForURL('**/chat?sessionId=*');
      await answered(page);
      expect((await sessions()).length).toBe(before + 1);
      await page.goto('/chat');
      expect(await messageField(page).inputValue()).toBe('');
    }, 60_000);

    it('is kept for its own session, and said once', async () => {
      const sessionId = await start(page, 'A beginning');
      await answered(page);
      await page.route('**/message/create?*', loseAnswer);
      await messageField(page).fill('And then?');
      await messageField(page).press('Control+Enter');
      await page.getByText('Not sent, and kept here.').waitFor();
      await page.goto('/chat');
      expect(await messageField(page).inputValue()).toBe('');
      await page.goBack();
      await questions(page).first().waitFor();
      expect(await messageField(page).inputValue()).toBe('And then?');
      await page.unrouteAll();
      await messageField(page).press('Control+Enter');
      await messageField(page).and(page.getByText(/^$/)).waitFor();
      await answered(page);
      expect(await askedIn(sessionId)).toEqual(['And then?', 'A beginning']);
      expect(await questions(page).count()).toBe(2);
    }, 60_000);

    it('that is refused says why and when to try again', async () => {
      await start(page, 'One more');
      await answered(page);
      await page.route('**/message/create?*', (route) =>
        route.fulfill({
          status: 429,
          json: { errorCode: 'tooMany', message: '3 answers are being written', requestId: 'r', retryAfterSeconds: 5 },
        }),
      );
      await messageField(page).fill('Too much');
      await page.getByRole('button', { name: 'Send' }).click();
      await page
        .getByText('Not sent, and kept here. 3 answers are being written. Try again in 5 seconds. retry')
        .waitFor();
      expect(await messageField(page).inputValue()).toBe('Too much');
      await page.unrouteAll();
      await page.getByRole('button', { name: 'retry' }).click();
      await questions(page).filter({ hasText: 'Too much' }).waitFor();
      await answered(page);
    }, 60_000);

    it('that is too long is not sent and not cut', async () => {
      await page.goto('/chat');
      await messageField(page).fill('a'.repeat(32_001));
      await page.getByText('1 characters too long').waitFor();
      expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      expect((await messageField(page).inputValue()).length).toBe(32_001);
      await messageField(page).fill('');
    }, 60_000);

    it('begins a session also when one leaves meanwhile, and brings nobody back', async () => {
      const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/create_with_message', async (route) => {
        await isLet;
        await route.continue();
      });
      await page.goto('/chat');
      await messageField(page).fill('While I look around');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('link', { name: 'Session', exact: true }).click();
      letGo();
      await page.getByRole('link', { name: 'While I look around' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/chat/session');
    }, 60_000);

    it('from another tab is shown when one comes back to this one', async () => {
      await start(page, 'Here');
      await answered(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await answered(other);
      await say(other, 'There');
      await answered(other);
      await other.close();
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await questions(page).filter({ hasText: 'There' }).waitFor();
      expect(await questions(page).allInnerTexts()).toEqual([
        expect.stringContaining('Here'),
        expect.stringContaining('There'),
      ]);
    }, 60_000);
  });
}

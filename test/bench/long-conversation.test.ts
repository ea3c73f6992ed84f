import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Site, startSite } from '../support/site/site.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const sessionId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const answer =
  '**Two or three minutes**, at about `eighty degrees`.\n\n- hotter is bitter\n- colder is thin\n\n'.repeat(3);

const conversationAt = (index: number) => ({
  sessionId: index === 0 ? sessionId : `01ARZ3NDEKTSV4RRFFQ6${100_000 + index}`,
  title: `Tea, part ${index}`,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1_000,
  updateTime: Date.now() - index * 3_600_000,
});

const messageAt = (index: number) => ({
  sessionMessageId: `${sessionId}.01ARZ3NDEKTSV4RRFFQ6${900_000 - index}`,
  text: index % 2 === 0 ? answer : 'How long does green tea have to stand?',
  status: 'DONE',
  senderRole: index % 2 === 0 ? 'ASSISTANT' : 'USER',
  createTime: 1_000_000 - index,
});

/** Answers with one page of a list, and then with its end. */
const giveList = (page: Page, path: string, items: object[]) =>
  page.route(
    (url) => url.pathname === `/api/chat/${path}`,
    (route) => route.fulfill({ json: /[?&]last/.test(route.request().url()) ? [] : items }),
  );

/** Opens a conversation of `length` messages, beside a list of as many conversations. */
async function openConversation(length: number) {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = (await site.signIn('Ann')).split('=');
  // A cookie of this name is only taken from a secure place, which localhost is to browsers but not to this call.
  await context.addCookies([{ name, value, url: site.origin.replace('http:', 'https:') }]);
  const page = await context.newPage();
  const indexes = Array.from({ length }, (_, index) => index);
  await giveList(page, 'session/list', indexes.map(conversationAt));
  await giveList(page, 'session/message/list', indexes.map(messageAt));
  await page.route(`**/api/chat/session/${sessionId}`, (route) => route.fulfill({ json: conversationAt(0) }));
  await page.goto(`/chat?sessionId=${sessionId}`, { waitUntil: 'networkidle' });
  await page.locator('textarea').focus();
  // The first key of a page also loads what keys need.
  await page.keyboard.type('so ', { delay: 150 });
  return page;
}

/** Returns the median time that recalculating styles takes at a key. */
async function styleTimeOfKey(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Performance.enable');
  const total = async () => {
    const { metrics } = await debug.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'RecalcStyleDuration')?.value ?? Number.NaN;
  };
  const spent: number[] = [];
  for (const key of 'howhotisit') {
    const before = await total();
    await page.keyboard.press(key);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    spent.push((await total()) - before);
  }
  return spent.toSorted((one, other) => one - other)[5] ?? Number.NaN;
}

it('a key in a long conversation recalculates no styles of its messages', async () => {
  const short = await styleTimeOfKey(await openConversation(20));
  const long = await styleTimeOfKey(await openConversation(1_000));
  // With `:has()` on a part around the messages it was 20.
  expect(long / short).toBeLessThan(5);
});

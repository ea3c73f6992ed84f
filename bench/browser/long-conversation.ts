import type { Page } from '@playwright/test';
import type { ChatMessage, ChatSession } from 'shared-types/contract/chat';
import { launchBrowser } from '../../test/support/browser/browser.ts';
import { startSite } from '../../test/support/site/site.ts';
import { median, milliseconds, p95, row, times, type Row } from '../row.ts';
import { signIn } from './first-load.ts';
import { framesOfScroll, maxInputDelay, noteInputDelays } from './input-delay.ts';

interface LongConversation {
  messages: number;
  /** The longest delay of a key in the composer, by Event Timing. */
  keyMs: number;
  /** The time in which a key recalculates styles, by that of a conversation of 20 messages. */
  styleRatio: number;
  /** The times between two frames while the conversation scrolls. */
  framesMs: number[];
}

const sessionId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const answer = `${'**Two or three minutes**, at about `eighty degrees`.\n\n- hotter is bitter\n- colder is thin\n\n'.repeat(3)}\`\`\`ts
const minutes = 3;
\`\`\``;

const conversationAt = (index: number): ChatSession => ({
  sessionId: index === 0 ? sessionId : `01ARZ3NDEKTSV4RRFFQ6${100_000 + index}`,
  title: `Tea, part ${index}`,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1_000,
  updateTime: Date.now() - index * 3_600_000,
});

const messageAt = (index: number): ChatMessage => ({
  sessionMessageId: `${sessionId}.01ARZ3NDEKTSV4RRFFQ6${900_000 - index}`,
  text: index % 2 === 0 ? answer : 'How long does green tea have to stand?',
  status: 'DONE',
  senderRole: index % 2 === 0 ? 'ASSISTANT' : 'USER',
  createTime: 1_000_000 - index,
});

const typed = 'how hot is it';
const pauseMs = 150;

/** Types and scrolls in a conversation of `count` messages, beside a list of as many conversations. */
export async function measureLongConversation(count: number): Promise<LongConversation> {
  const [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  const open = async (length: number) => {
    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
    await signIn(context, site.origin, await site.signIn('Ann'));
    const page = await context.newPage();
    const indexes = Array.from({ length }, (_, index) => index);
    await giveList(page, 'session/list', indexes.map(conversationAt));
    await giveList(page, 'session/message/list', indexes.map(messageAt));
    await page.route(`**/api/chat/session/${sessionId}`, (route) => route.fulfill({ json: conversationAt(0) }));
    await noteInputDelays(page);
    await page.goto(`/chat?sessionId=${sessionId}`, { waitUntil: 'networkidle' });
    await page.locator('textarea').focus();
    // The first key of a page also loads what keys need.
    await page.keyboard.type('so ', { delay: pauseMs });
    await maxInputDelay(page);
    return page;
  };
  try {
    const shortMs = await styleMsOfKey(await open(20));
    const page = await open(count);
    const styleRatio = (await styleMsOfKey(page)) / shortMs;
    await maxInputDelay(page);
    await page.keyboard.type(typed, { delay: pauseMs });
    const keyMs = await maxInputDelay(page);
    await page.mouse.move(900, 400);
    return { messages: count, keyMs, styleRatio, framesMs: await framesOfScroll(page, -1) };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Answers with one page of a list, and then with its end. */
const giveList = (page: Page, path: string, items: object[]) =>
  page.route(
    (url) => url.pathname === `/api/chat/${path}`,
    (route) => route.fulfill({ json: /[?&]last/.test(route.request().url()) ? [] : items }),
  );

/** Measures the time that recalculating styles takes at a key, p50. */
async function styleMsOfKey(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Performance.enable');
  const total = async () => {
    const { metrics } = await debug.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'RecalcStyleDuration')?.value ?? Number.NaN) * 1000;
  };
  const spent: number[] = [];
  for (const key of typed.replaceAll(' ', '')) {
    const before = await total();
    await page.keyboard.press(key);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    spent.push((await total()) - before);
  }
  return median(spent);
}

const maxKeyMs = 32;
/** The time of a frame at 60 Hz. */
const maxUsualFrameMs = 17;
const maxFrameMs = 200;
const maxStyleRatio = 5;

export const longConversationRows = ({ messages, keyMs, styleRatio, framesMs }: LongConversation): Row[] => [
  row(17, `longest delay of a key at ${messages} messages`, milliseconds(keyMs), `≤ ${maxKeyMs} ms`, keyMs <= maxKeyMs),
  row(
    17,
    'recalculating styles at a key there, against 20 messages',
    times(styleRatio),
    `≤ ${maxStyleRatio}×`,
    styleRatio <= maxStyleRatio,
  ),
  row(
    17,
    'a frame of a scroll there, p95',
    milliseconds(p95(framesMs)),
    `≤ ${maxUsualFrameMs} ms`,
    p95(framesMs) <= maxUsualFrameMs,
  ),
  row(
    17,
    'longest frame of a scroll there',
    milliseconds(Math.max(...framesMs)),
    `≤ ${maxFrameMs} ms`,
    Math.max(...framesMs) <= maxFrameMs,
  ),
];

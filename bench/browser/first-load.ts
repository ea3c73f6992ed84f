import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { launchBrowser } from '../../test/support/browser/browser.ts';
import { isSettled } from 'shared-types/rules/message-status';
import { eventually } from '../../test/support/eventually.ts';
import { apiCaller, type Call } from '../../test/support/site/caller.ts';
import { type Site, startSite } from '../../test/support/site/site.ts';
import { floorAppBytes } from './floor-app.ts';
import { kilobytes, row, sum, times, type Row } from '../row.ts';

interface FirstLoad {
  route: string;
  /** JavaScript and CSS as they came over the wire. */
  codeBytes: number;
  /** Paths of what the largest paint waits for, the page itself among them. */
  waitedFor: string[];
  otherOrigins: string[];
  fonts: string[];
}

export interface FirstLoads {
  floorBytes: number;
  loads: FirstLoad[];
}

/** The route of a conversation, without its id. */
export const conversationRoute = '/chat?sessionId=';

/** Opens each route for the first time, in a real browser, signed in, on the real site. */
export async function measureFirstLoads(routes: string[]): Promise<FirstLoads> {
  const floorBytes = floorAppBytes();
  const [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  try {
    const cookie = await site.signIn('Ann');
    const loads = [];
    for (const route of routes) {
      const id = route === conversationRoute ? await startConversation(apiCaller(site.origin, cookie)) : '';
      loads.push({ ...(await firstLoad(browser, site, cookie, `${route}${id}`)), route });
    }
    return { floorBytes, loads };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Returns the id of a conversation with an answer. */
async function startConversation(call: Call) {
  const {
    session: { sessionId },
    assistantSessionMessageId: sessionMessageId,
  } = await call('POST /api/chat/session/create_with_message', { body: { text: 'Tea, please' } });
  const params = { sessionMessageId };
  await eventually(async () => isSettled(await call('GET /api/chat/session/message/{sessionMessageId}', { params })));
  return sessionId;
}

async function firstLoad(browser: Browser, { origin }: Site, cookie: string, address: string) {
  // A worker's own requests are no part of the first load.
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  });
  try {
    await signIn(context, origin, cookie);
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await loadOnHeldClock(page, address);
    const code = requests.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()));
    const path = (request: Request) => request.url().replace(origin, '');
    return {
      codeBytes: sum(await Promise.all(code.map(async (request) => (await request.sizes()).responseBodySize))),
      waitedFor: await largestPaintOf(await context.newPage(), address),
      otherOrigins: requests.map(path).filter((url) => !url.startsWith('/') && !url.startsWith('data:')),
      fonts: requests.filter((request) => request.resourceType() === 'font').map(path),
    };
  } finally {
    await context.close();
  }
}

/** A page loads nothing more by itself when this much of its time has passed since its last answer. */
const quietMs = 400;

/**
 * Opens a page whose clock stands still while it waits for an answer. The parts that load some seconds after the page stay out,
 * however slow the machine is.
 */
async function loadOnHeldClock(page: Page, address: string) {
  const waiting = new Set<Request>();
  let sinceAnswerMs = 0;
  page.on('request', (request) => waiting.add(request));
  const end = (request: Request) => {
    waiting.delete(request);
    sinceAnswerMs = 0;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.clock.install();
  await page.goto(address, { waitUntil: 'load' });
  for (const stepMs = 20; sinceAnswerMs < quietMs;) {
    if (waiting.size > 0) await wait(stepMs);
    else {
      await page.clock.runFor(stepMs);
      sinceAnswerMs += stepMs;
    }
  }
}

async function signIn(context: BrowserContext, origin: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=');
  // A cookie of this name is only taken from a secure place, which localhost is to browsers but not to this call.
  await context.addCookies([{ name, value, url: origin.replace('http:', 'https:') }]);
}

const builtDocument = new URL('../../web/dist/index.html', import.meta.url);

/** Returns the paths of the app's own files, and of those of the screen. */
function filesNamedFor(route: string) {
  const html = readFileSync(builtDocument, 'utf8');
  const own = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const [, files = ''] = new RegExp(`"${route.slice(1)}":\\[(.*?)\\]`).exec(html) ?? [];
  return [...own, ...[...files.matchAll(/"([^"]+)"/g)].map(([, file = '']) => `/${file}`)];
}

/**
 * Opens the route while all requests are held except those for the document, for the files that it names, and for the files of
 * the screen, which web/build/document-script.ts has written into it. The largest paint waits for none of the held requests,
 * because it comes without them. Returns the paths that were let through.
 */
async function largestPaintOf(page: Page, address: string) {
  const [path = ''] = address.split('?');
  const named = filesNamedFor(path);
  await page.route('**/*', (held) => {
    const { pathname } = new URL(held.request().url());
    return pathname === path || named.includes(pathname) ? held.continue() : undefined;
  });
  const finished: string[] = [];
  page.on('requestfinished', (request) => finished.push(request.url()));
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(largestPaintOfScreen);
  return finished.map((url) => new URL(url).pathname);
}

/** Resolves when the largest element that was painted is not of the bar, which comes with the app itself. */
const largestPaintOfScreen = `new Promise((resolve) => {
  new PerformanceObserver((list) => list.getEntries().at(-1).element?.closest('.bar') || resolve())
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Returns the limit of a route's code, as a multiple of the floor app's. A conversation also renders Markdown. */
export const maxTimesFloor = (route: string) => (route === conversationRoute ? 2 : 1.6);
export const maxRequests = 5;

export function firstLoadRows({ floorBytes, loads }: FirstLoads): Row[] {
  const sizes = loads.map(({ route, codeBytes }) => {
    const ratio = codeBytes / floorBytes;
    const value = `${times(ratio)} (${kilobytes(codeBytes)} against ${kilobytes(floorBytes)})`;
    return row(
      1,
      `first load of ${route}, JS and CSS`,
      value,
      `≤ ${times(maxTimesFloor(route))}`,
      ratio <= maxTimesFloor(route),
    );
  });
  const requests = loads.map(({ route, waitedFor, otherOrigins, fonts }) =>
    row(
      2,
      `requests that the largest paint of ${route} waits for`,
      `${waitedFor.length}; ${otherOrigins.length} outside; ${fonts.length} fonts`,
      `≤ ${maxRequests}; 0 outside; 0 fonts`,
      waitedFor.length <= maxRequests && otherOrigins.length === 0 && fonts.length === 0,
    ),
  );
  return [...sizes, ...requests];
}

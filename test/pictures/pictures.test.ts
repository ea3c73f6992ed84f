import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../support/browser/browser.ts';
import { signInContext } from '../e2e/fixtures/accounts.ts';
import { startSite, type Site } from '../support/site/site.ts';
import { compactRows } from './answers/account.ts';
import { answerCalls } from './answers/answers.ts';
import { allNew } from './answers/monitor.ts';
import { now } from './answers/now.ts';
import { comparePictures } from './compare-pictures.ts';
import { housesIn, type Picture, pictures, signInPictures } from './pictures.ts';

const root = join(import.meta.dirname, '..', '..');
const committed = join(root, 'docs', 'screens');
/** The pictures that differ are left here, to be looked at. */
const drawn = join(root, '.cache', 'pictures');
/** `ACCEPT_PICTURES=1` replaces the committed pictures by what the site looks like now. */
const isAccepting = process.env['ACCEPT_PICTURES'] === '1';

let site: Site;
let browser: Browser;
let comparer: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  comparer = await browser.newPage();
  mkdirSync(drawn, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Shows what a picture is about, from fixed answers, fonts and time. */
async function open<Result>(
  { window, path, answers, show }: Picture,
  isSignedIn: boolean,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    ...window,
    baseURL: site.origin,
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    if (isSignedIn) await signInContext(context, site, 'Ann');
    const unanswered = await answerCalls(context, answers);
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    await page.goto(path);
    await show(page);
    await page.locator('output', { hasText: 'Loading' }).first().waitFor({ state: 'detached' });
    // The blinking line of a field is drawn even where the system chooses the colors.
    await page.evaluate('document.activeElement?.blur()');
    const result = await look(page);
    expect(unanswered).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

describe.each([
  { who: 'a signed-in person', isSignedIn: true, all: pictures },
  { who: 'a visitor', isSignedIn: false, all: signInPictures },
])('the pictures of $who', ({ isSignedIn, all }) => {
  it.each(all)('$name', async (picture) => {
    const file = `${picture.name}.png`;
    const present = await open(picture, isSignedIn, (page) => page.screenshot({ animations: 'disabled' }));
    if (isAccepting) return writeFileSync(join(committed, file), present);
    writeFileSync(join(drawn, file), present);
    const { pixels, around } = await comparePictures(comparer, readFileSync(join(committed, file)), present);
    expect({ pixels, around }).toMatchObject({ pixels: 0 });
  });
});

describe('the committed pictures', () => {
  it('are those that are compared, and have 4 MB at most', () => {
    const files = readdirSync(committed);
    expect(files.toSorted()).toEqual([...pictures, ...signInPictures].map(({ name }) => `${name}.png`).toSorted());
    const bytes = files.reduce((sum, file) => sum + statSync(join(committed, file)).size, 0);
    expect(bytes).toBeLessThanOrEqual(4_000_000);
  });
});

/** Counts the rows of houses that a person sees whole before scrolling: the tabs of a phone cover the end of the window. */
const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const tabs = [...document.querySelectorAll('nav')].find((each) => getComputedStyle(each).position === 'fixed');
    const end = tabs?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll('[data-house]')].filter((row) => row.getBoundingClientRect().bottom <= end)
      .length;
  });

describe('the news', () => {
  const [small, phone, desk] = [
    { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
    { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
    { viewport: { width: 1280, height: 900 } },
  ];
  it.each([
    { name: 'on a phone', window: phone, answers: {}, least: 3 },
    { name: 'on a small phone', window: small, answers: {}, least: 1 },
    { name: 'at a desk', window: desk, answers: {}, least: 7 },
    { name: 'on a phone, when all are new,', window: phone, answers: allNew, least: 3 },
    { name: 'at a desk, when all are new,', window: desk, answers: allNew, least: 7 },
    { name: 'at a desk in compact rows', window: desk, answers: { ...allNew, ...compactRows }, least: 14 },
  ])('$name come first: $least houses are in sight', async ({ window, answers, least }) => {
    expect(await open(housesIn(window, answers), true, wholeRows)).toBeGreaterThanOrEqual(least);
  });
});

/** Returns the heights of the rows of houses that are not whole pixels. */
const brokenHeights = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-house]')]
      .map((row) => row.getBoundingClientRect().height)
      .filter((height) => !Number.isInteger(height)),
  );

describe('the rows of houses', () => {
  const [desk, wide] = [{ viewport: { width: 1280, height: 900 } }, { viewport: { width: 1920, height: 1080 } }];
  it.each([
    { name: 'at a desk', window: desk, answers: {} },
    { name: 'in a wide window', window: wide, answers: {} },
    { name: 'in a wide window, in compact rows', window: wide, answers: compactRows },
  ])('end with their rule $name, which the next row does not cover', async ({ window, answers }) => {
    expect(await open(housesIn(window, answers), true, brokenHeights)).toEqual([]);
  });
});

import type { BrowserContextOptions, Page } from '@playwright/test';
import { accountAnswers, compactRows, visitorAnswers } from './answers/account.ts';
import type { Answers } from './answers/answers.ts';
import { chatAnswers, failedAnswer, openConversation, thinking } from './answers/chat.ts';
import { allNew, blocked, monitorAnswers, noCommunities, refreshing, relisted } from './answers/monitor.ts';
import { stackAnswers } from './answers/stacks.ts';

const everything: Answers = { ...accountAnswers, ...monitorAnswers, ...stackAnswers, ...chatAnswers };

/** The windows of the pictures, by the ending of their names. */
const windows = {
  '1280-light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  '1280-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  '1920-light': { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
  '360-dark': { viewport: { width: 360, height: 780 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
  '360-light': { viewport: { width: 360, height: 780 }, colorScheme: 'light', hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 740, height: 360 }, colorScheme: 'light', hasTouch: true, isMobile: true },
  /** A window of 1280 × 900 at 400 %. */
  zoomed: { viewport: { width: 320, height: 225 }, colorScheme: 'light' },
  'forced-colors': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', forcedColors: 'active' },
} satisfies Record<string, BrowserContextOptions>;

export interface Picture {
  name: string;
  window: BrowserContextOptions;
  path: string;
  answers: Answers;
  /** Waits for what the picture is about, and does what a person would do before. */
  show: (page: Page) => Promise<unknown>;
}

type Show = Picture['show'];

/** Returns the pictures of one state in several windows. */
const inWindows = (
  name: string,
  endings: (keyof typeof windows)[],
  path: string,
  show: Show,
  answers: Answers = {},
): Picture[] =>
  endings.map((ending) => ({
    name: `${name}-${ending}`,
    window: windows[ending],
    path,
    answers: { ...everything, ...answers },
    show,
  }));

const seesText =
  (text: string | RegExp): Show =>
  (page) =>
    page.getByText(text).first().waitFor();

const showHome: Show = async (page) => {
  for (const text of ['Fair price of a flat', '18.177.42.9', '满五唯一']) await seesText(text)(page);
};

const showHouses = seesText('全明户型');

/** The list of houses in a window that is not drawn. */
export const housesIn = (window: BrowserContextOptions, answers: Answers = {}): Picture => ({
  name: 'houses',
  window,
  path: '/ljmonitor',
  answers: { ...everything, ...answers },
  show: showHouses,
});

const showHistory: Show = async (page) => {
  await showHouses(page);
  await page
    .getByRole('button', { name: /^history/ })
    .first()
    .click();
  await page.getByText('Now', { exact: true }).waitFor();
};

/** Shows the history of a house that was offered before under another id. */
const showRelisted: Show = async (page) => {
  await showHouses(page);
  await seesText('Offered again as')(page);
  await page.locator('li[data-house]', { hasText: '全明户型' }).getByRole('button', { name: 'history' }).click();
  await seesText('业主置换')(page);
};

/** Shows a stack with what the wide rail says of the others, which comes later. */
const showStack: Show = async (page) => {
  await seesText('18.177.42.9')(page);
  const isWide = (page.viewportSize()?.width ?? 0) >= 1100;
  if (isWide) await seesText('Not running.')(page);
};

const showPrices: Show = async (page) => {
  await showHouses(page);
  await page
    .getByRole('button', { name: /^Prices/ })
    .first()
    .click();
  await page.getByRole('img', { name: 'Median' }).waitFor();
};

/** The colors of code and the formulas are loaded after the text, in any order. */
const showStart: Show = async (page) => {
  await seesText('Fair price of a flat')(page);
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
};

const showCode: Show = async (page) => {
  await page.locator('pre span').first().waitFor();
  await page.locator('math').first().waitFor();
};

const showChannels: Show = async (page) => {
  await page.getByRole('button', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.getByRole('region', { name: 'News' }).evaluate((news) => news.scrollIntoView());
};

const showPalette: Show = async (page) => {
  await showHouses(page);
  await page.getByRole('button', { name: /^Go to/ }).click();
  await page.getByRole('combobox', { name: /Go to/ }).fill('s');
  await page
    .getByRole('option', { name: /survival/ })
    .first()
    .waitFor();
};

const showOffline: Show = async (page) => {
  await showHouses(page);
  // The banner is loaded at the first input, which needs the connection.
  await page.keyboard.press('Shift');
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await seesText('You are offline')(page);
};

const chatPath = `/chat?sessionId=${openConversation}`;

export const pictures: Picture[] = [
  ...inWindows('home', ['1280-light', '360-dark', '1920-light'], '/', showHome),
  ...inWindows(
    'monitor',
    ['1280-light', '1280-dark', '360-dark', '360-light', '1920-light', 'landscape', 'zoomed', 'forced-colors'],
    '/ljmonitor',
    showHouses,
  ),
  ...inWindows('monitor-new', ['360-dark'], '/ljmonitor', seesText('Today'), allNew),
  ...inWindows('monitor-compact', ['1280-light', '360-dark'], '/ljmonitor', showHouses, compactRows),
  ...inWindows('monitor-offline', ['360-dark'], '/ljmonitor', showOffline),
  ...inWindows('palette', ['360-dark'], '/ljmonitor', showPalette),
  ...inWindows('monitor-history', ['1280-light'], '/ljmonitor', showHistory),
  ...inWindows('monitor-relisted', ['1280-light'], '/ljmonitor', showRelisted, relisted),
  ...inWindows('monitor-prices', ['1280-light'], '/ljmonitor', showPrices),
  ...inWindows('monitor-empty', ['360-dark'], '/ljmonitor', seesText('Add a community to see'), noCommunities),
  ...inWindows('monitor-refreshing', ['360-dark'], '/ljmonitor', seesText(/Refreshing: 41/), refreshing),
  ...inWindows('monitor-blocked', ['360-dark'], '/ljmonitor', seesText(/Checks are paused/), blocked),
  ...inWindows('stacks', ['1280-light', '360-dark'], '/stack', seesText('18.177.42.9')),
  ...inWindows(
    'stack-running',
    ['1280-light', '1280-dark', '360-dark', 'forced-colors'],
    '/stack/detail?stackName=survival',
    showStack,
  ),
  ...inWindows('stack-failed', ['360-dark'], '/stack/detail?stackName=survival-old', seesText(/could not be|failed/i)),
  ...inWindows('chat-start', ['1280-light', '360-dark'], '/chat', showStart),
  ...inWindows(
    'chat',
    ['1280-light', '1280-dark', '360-dark', '360-light', 'landscape', 'zoomed', 'forced-colors'],
    chatPath,
    showCode,
  ),
  ...inWindows('chat-thinking', ['360-dark'], chatPath, seesText(/Thinking for/), thinking),
  ...inWindows('chat-failed', ['1280-light'], chatPath, showCode, failedAnswer),
  ...inWindows('account', ['1280-light', '360-dark'], '/auth', seesText('This browser')),
  ...inWindows('channels', ['1280-light', '360-dark'], '/auth', showChannels),
  ...inWindows('costs', ['1280-light'], '/costs', seesText('this month so far')),
];

export const signInPictures = inWindows(
  'sign-in',
  ['1280-light', '360-dark'],
  '/auth',
  seesText('Google'),
  visitorAnswers,
);

import type { Browser, Locator, Page } from '@playwright/test';
import { type View, visit } from '../visit.ts';

export interface Person {
  name: string;
  expectedStatuses?: number[];
}

/** Somebody comes to use the monitor, whose time need not be waited for: `later` moves it on. */
export async function sitDown(browser: Browser, site: Parameters<typeof visit>[1], view: View, person: Person) {
  const seat = await visit(browser, site, view, person);
  await seat.page.clock.install();
  return { ...seat, view: view.view };
}

export const later = (page: Page, ms: number) => page.clock.fastForward(ms);

export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
/** The houses on the page. */
export const rows = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
export const unreadRows = (page: Page) => rows(page).filter({ hasText: 'unread' });
/** What opens to a chart of a house's prices. */
export const priceChart = (page: Page) => page.locator('[aria-controls^="chart-"]');

/** Adds a community by its id or a link, and waits until it has been read completely. */
export async function addCommunity(page: Page, pasted: string, name: string) {
  await page.getByLabel('id', { exact: true }).fill(pasted);
  await button(page, 'add').click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row.getByText(/ read (just now|\d)/).waitFor();
  return row;
}

/** Presses 'refresh all' and waits for its end, with less patience than the page has. */
export async function refreshAll(page: Page) {
  await button(page, 'refresh all').click();
  await page.getByText(/^Refreshing: \d+\.\d\d%$/).waitFor();
  const end = page.getByText(/^Last refresh \w+ at \d+ mins ago$/);
  for (let looks = 0; looks < 300 && !(await end.isVisible()); looks += 1) {
    await later(page, 2_000);
    await page.waitForTimeout(200);
  }
  await end.waitFor();
}

/** Scrolls down, as long as more comes, until a text is there. */
export async function scrollUntil(page: Page, text: string | RegExp) {
  for (let presses = 0; presses < 100 && !(await page.getByText(text).isVisible()); presses += 1) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.waitForTimeout(100);
  }
  await page.getByText(text).waitFor();
}

import type { Browser, Page } from 'playwright-core';
import type { Site } from '../support/site.ts';
import { type Complaints, watch } from '../support/page-checks.ts';

/** The two ways in which every screen is looked at: a desk by day, a telephone at night. */
export const views = [
  { view: '1280-light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { view: '360-dark', viewport: { width: 360, height: 780 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
] as const;

export type View = (typeof views)[number];

interface Visit {
  page: Page;
  complaints: Complaints;
}

/** Somebody opens the site: with the session that the local cloud's control page gives them when they have a name. */
export async function visit(
  browser: Browser,
  site: Pick<Site, 'origin' | 'signIn'>,
  view: View,
  { name, expectedStatuses = [] }: { name?: string; expectedStatuses?: number[] } = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...view, baseURL: site.origin });
  if (name !== undefined) {
    const [, cookie = '', value = ''] = /^([^=]+)=(.*)$/.exec(await site.signIn(name)) ?? [];
    await context.addCookies([
      {
        name: cookie,
        value,
        url: site.origin.replace('http:', 'https:'),
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ]);
  }
  const page = await context.newPage();
  return { page, complaints: await watch(page, site.origin, expectedStatuses) };
}

/** Adds a community on the monitor's screen, and waits until it has been read completely. */
export async function addCommunity(page: Page, resblockId: string, name: string) {
  await page.getByLabel('id', { exact: true }).fill(resblockId);
  await page.getByRole('button', { name: 'add' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row.getByText(/ read (just now|\d)/).waitFor();
  return row;
}

/** Presses 'refresh all' and waits for its end. */
export async function refreshAll(page: Page) {
  await page.getByRole('button', { name: 'refresh all' }).click();
  await page.getByText(/^Refreshing: \d+\.\d\d%$/).waitFor();
  await page.getByText(/^Last refresh \w+ at \d+ mins ago$/).waitFor({ timeout: 60_000 });
}

/** Scrolls down, as long as more comes, until a text is there. */
export async function scrollUntil(page: Page, text: string) {
  for (let presses = 0; presses < 100 && !(await page.getByText(text).isVisible()); presses += 1) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.waitForTimeout(100);
  }
  await page.getByText(text).waitFor();
}

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Site } from '../support/site/site.ts';
import { type Complaints, watch } from '../support/browser/page-checks.ts';

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
  if (name !== undefined) await letIn(context, site, name);
  const page = await context.newPage();
  return { page, complaints: await watch(page, site.origin, expectedStatuses) };
}

/** Gives a browser a new session of somebody. */
export async function letIn(context: BrowserContext, site: Pick<Site, 'origin' | 'signIn'>, name: string) {
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

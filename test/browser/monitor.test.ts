import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../support/browser/browser.ts';
import { axeViolations, noComplaints } from '../support/browser/page-checks.ts';
import { type Site, startSite } from '../support/site/site.ts';
import { adding } from './monitor/adding.ts';
import { finding } from './monitor/finding.ts';
import { reading } from './monitor/reading.ts';
import type { Seat } from './monitor/stage.ts';
import { sitDown } from './monitor/steps.ts';
import { troubles } from './monitor/troubles.ts';
import { views, visit } from './visit.ts';

let browser: Browser;
let site: Site;
let desk: Seat;
let telephone: Seat;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite({ env: { LISTING_PACE_MS: '60' } })]);
  [desk, telephone] = await Promise.all([
    sitDown(browser, site, views[0], { name: 'Ann', expectedStatuses: [404] }),
    sitDown(browser, site, views[1], { name: 'Bo', expectedStatuses: [404] }),
  ]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** One story in chapters, on one site: each goes on where the one before ended, and looks at it on both screens. */
describe('the monitor', () => {
  const stage = { site: () => site, desk: () => desk, telephone: () => telephone };
  adding(stage);
  reading(stage);
  finding(stage);
  troubles(stage);
});

describe('without a session', () => {
  it('the monitor leads to the sign-in page, which remembers where one was', async () => {
    await Promise.all(
      views.map(async (view) => {
        const { page, complaints } = await visit(browser, site, view, { expectedStatuses: [401, 404, 503] });
        await page.goto('/ljmonitor?resblockId=1199027300103');
        await page.waitForURL('**/auth?redirectUrl=*');
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        await page.getByRole('link', { name: 'Login' }).waitFor();
        expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1199027300103');
        expect(await axeViolations(page)).toEqual([]);
        expect(complaints).toEqual(noComplaints);
        await page.context().close();
      }),
    );
  }, 60_000);
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from '@playwright/test';
import { axeViolations, layoutShift, noComplaints, overflowPx } from '../support/browser/page-checks.ts';
import type { Site } from '../support/site/site.ts';
import { until } from '../support/eventually.ts';
import { attacks, startForeignSite } from './attacks.ts';
import { openForAll } from './opened.ts';
import { views, visit } from './visit.ts';

let browser: Browser;
let site: Site;
openForAll((opened) => ({ browser, site } = opened));

describe.each(views)('the shell at $view', (view) => {
  it.each([
    ['/', 'none yet', 'my.site'],
    ['/auth', 'cognito|', 'Ann · my.site'],
    ['/stack', 'NOT_FOUND', 'stack list · my.site'],
    ['/chat', 'Start Chatting', 'Chat · my.site'],
    ['/ljmonitor', 'Houses appear here', 'LJMonitor · my.site'],
    ['/nowhere', 'Nothing lives', 'No such page · my.site'],
  ])(
    'shows %s',
    async (path, text, title) => {
      const { page, complaints } = await visit(browser, site, view, { name: 'Ann' });
      await page.goto(path);
      await page.getByText(text).first().waitFor();
      await page.getByRole('link', { name: 'Ann' }).waitFor();
      expect(await page.title()).toBe(title);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      expect(await layoutShift(page)).toBeLessThan(0.02);
      expect(complaints).toEqual(noComplaints);
      await page.context().close();
    },
    60_000,
  );
});

describe('the shell', () => {
  const [desk] = views;

  it('asks who is signed in once, with the answer that the document has asked for already', async () => {
    const { page } = await visit(browser, site, desk, { name: 'Ann' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.getByRole('link', { name: 'Ann' }).waitFor();
    await page.getByRole('link', { name: 'Stacks' }).click();
    await page.getByRole('heading', { name: 'stack list' }).waitFor();
    await page.waitForTimeout(500);
    expect(asked.filter((path) => path === '/api/auth/session')).toHaveLength(1);
    await page.context().close();
  }, 60_000);

  it('keeps the chosen colours, and follows the system again when they are its own', async () => {
    const { page } = await visit(browser, site, desk, { name: 'Ann' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    await page.goto('/');
    const light = await paper();
    await page.getByRole('button', { name: 'Dark colours' }).click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.goto('/stack', { waitUntil: 'commit' });
    await page.locator('.bar').waitFor();
    expect(await paper()).toBe(dark);
    await page.getByRole('button', { name: 'Dark colours' }).click();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    expect(await paper()).toBe(light);
    await page.context().close();
  }, 60_000);

  it('sends nobody away when the session cannot be looked up, and tries again when asked', async () => {
    const { page } = await visit(browser, site, desk, { name: 'Ann' });
    await page.route('**/api/auth/session', (route) => route.abort());
    await page.goto('/ljmonitor');
    await page.getByRole('link', { name: 'Login' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/ljmonitor');
    await page.unroute('**/api/auth/session');
    await page.getByRole('banner').getByRole('button', { name: 'retry' }).click();
    await page.getByRole('link', { name: 'Ann' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('is used with the keyboard alone', async () => {
    const { page } = await visit(browser, site, desk, { name: 'Ann' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Ann' }).waitFor();
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Stack Manager' }).waitFor();
    const focused = () =>
      page.evaluate<string>('document.activeElement.textContent || document.activeElement.ariaLabel');
    const order: string[] = [];
    for (let presses = 0; presses < 9; presses += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order.slice(0, 7)).toEqual([
      'Skip to content',
      'my.site',
      'LJMonitor',
      'Stacks',
      'Chat',
      'Dark colours',
      'Ann',
    ]);
    expect(order[8]).toContain('Stack Manager');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'stack list' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.context().close();
  }, 60_000);
});

describe('the policy of a page', () => {
  const [desk] = views;
  let foreign: Awaited<ReturnType<typeof startForeignSite>>;
  beforeAll(async () => {
    foreign = await startForeignSite();
  });
  afterAll(() => foreign.close());

  it('lets nothing be done that is not our own, and reports whatever is tried', async () => {
    const { page, complaints } = await visit(browser, site, desk, { name: 'Ann' });
    await page.goto('/auth');
    await page.getByText('cognito|').first().waitFor();
    expect(complaints).toEqual(noComplaints);
    const reports = complaints.cspReports;
    const expected = attacks(foreign.origin, site.origin);
    for (const { name, report, script } of expected) {
      const before = reports.length;
      await page.evaluate(`(() => { ${script} })()`);
      await until(() => reports.slice(before).some((each) => each.startsWith(report)), 10_000).catch(() => {});
      expect({ name, reports: reports.slice(before) }).toEqual({
        name,
        reports: expect.arrayContaining([expect.stringContaining(report)]),
      });
    }
    expect(reports.filter((each) => !expected.some(({ report }) => each.startsWith(report)))).toEqual([]);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(foreign.reached).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('keeps it out of the frames of other sites', async () => {
    const { page } = await visit(browser, site, desk, { name: 'Ann' });
    foreign.show(`<iframe src="${site.origin}/auth"></iframe>`);
    await page.goto(foreign.origin);
    // What Chromium puts in the place of a page that it may not show.
    const instead = 'chrome-error://chromewebdata/';
    await until(() => page.frames()[1]?.url() === instead).catch(() => {});
    expect(page.frames()[1]?.url()).toBe(instead);
    await page.context().close();
  }, 60_000);
});

import { describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { axeViolations, noComplaints, overflowPx } from '../support/page-checks.ts';
import type { Site } from '../support/site.ts';
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

import { expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import * as z from 'zod';
import { layoutShift } from '../../support/browser/page-checks.ts';
import { both, looksWell, maples, railway, reloaded, type Stage } from './stage.ts';
import { button, later, rows, scrollUntil, unreadRows } from './steps.ts';

/** Of rows that are not in sight too, which have no inner text. */
const figures = async (page: Page) =>
  (await rows(page).locator('[class$="figure"]').allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')));

/** Of which communities the rows say that they are. */
const communitiesOf = async (page: Page) => new Set(await rows(page).locator('[class$="community"]').allTextContents());

/** The houses one looks for, out of many. */
export function finding(stage: Stage) {
  it('shows the houses of the ticked communities, and keeps them in the address', async () => {
    await both(stage, async (seat) => {
      const { page } = seat;
      const box = page.getByRole('checkbox', { name: railway.name });
      await box.check();
      expect(page.url()).toContain(`?resblockId=${railway.id}`);
      await reloaded(seat);
      expect(await box.isChecked()).toBe(true);
      await scrollUntil(page, /^That is all: \d+ houses\.$/);
      const count = await rows(page).count();
      expect(count).toBeGreaterThanOrEqual(railway.houses);
      expect(await communitiesOf(page)).toEqual(new Set());
      await page.getByRole('checkbox', { name: maples.name }).check();
      await box.uncheck();
      await scrollUntil(page, /^That is all: \d+ houses\.$/);
      await page.getByRole('checkbox', { name: maples.name }).uncheck();
      await scrollUntil(page, /^That is all: \d+ houses\.$/);
      expect(await rows(page).count()).toBeGreaterThanOrEqual(count + maples.houses);
      expect(await communitiesOf(page)).toEqual(new Set([maples.name, railway.name]));
      await page.evaluate('scrollTo(0, 0)');
    });
  }, 60_000);

  it('sorts all known houses, not those that are loaded', async () => {
    await both(stage, async (seat) => {
      const { page } = seat;
      await page.getByLabel('Sort by').selectOption('lowest price');
      await page.waitForURL('**/ljmonitor?order=price');
      await reloaded(seat);
      const [cheapest = 0] = await figures(page);
      await scrollUntil(page, /^That is all: \d+ houses\.$/);
      const all = await figures(page);
      expect(all.length).toBeGreaterThanOrEqual(maples.houses + railway.houses);
      expect(all).toEqual(all.toSorted((one, other) => one - other));
      expect(all[0]).toBe(cheapest);
      await page.evaluate('scrollTo(0, 0)');
      await page.getByLabel('Sort by').selectOption('biggest drop');
      await rows(page).first().getByText('▼').waitFor();
    });
  }, 60_000);

  it('leaves out what costs too much, or is no longer on offer', async () => {
    await both(stage, async ({ page, ...seat }) => {
      await page.getByText('filter', { exact: true }).click();
      await page.getByRole('spinbutton', { name: 'highest price' }).fill('400');
      // Leaving the field is enough, and loses nothing when the next press sets something else.
      await page.getByRole('checkbox', { name: 'on offer only' }).check();
      await page.getByText('filter · 2 on').waitFor();
      expect(new URL(page.url()).search).toBe('?order=-drop&maxPrice=400&onOffer=true');
      await page.getByText('filter · 2 on').waitFor();
      const shown = await figures(page);
      expect(shown.length).toBeGreaterThan(0);
      expect(Math.max(...shown)).toBeLessThanOrEqual(400);
      await looksWell({ page, ...seat });
      await page.getByRole('spinbutton', { name: 'highest price' }).fill('1');
      await page.getByRole('spinbutton', { name: 'highest price' }).press('Enter');
      await page.getByText('No house passes the filter.').waitFor();
      await looksWell({ page, ...seat });
      await button(page, 'clear the filter').click();
      await rows(page).first().waitFor();
      expect(new URL(page.url()).search).toBe('?order=-drop');
      expect(await page.getByRole('spinbutton', { name: 'highest price' }).inputValue()).toBe('');
    });
  }, 60_000);

  it('folds many communities on a telephone to one line, which says what they hold back', async () => {
    const { page } = stage.telephone();
    const many = '**/api/ljmonitor/resblock';
    await page.route(many, async (route) => {
      const response = await route.fetch();
      const list = z.array(z.object({ resblockId: z.string() }).loose()).parse(await response.json());
      const more = list.map((each) => ({ ...each, resblockId: `${each.resblockId}7`, name: `${each.resblockId}7` }));
      await route.fulfill({ response, json: [...list, ...more] });
    });
    await page.goto(`/ljmonitor?resblockId=${railway.id}`);
    const line = page.getByRole('button', { name: /^4 communities( · \d with news)? · only 铁路宿舍$/ });
    await line.waitFor();
    await rows(page).first().waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
    expect(await line.getAttribute('aria-expanded')).toBe('false');
    const box = page.getByRole('checkbox', { name: railway.name });
    expect(await box.isVisible()).toBe(false);
    await looksWell(stage.telephone());
    await line.click();
    await box.uncheck();
    await page.getByRole('button', { name: /^4 communities( · \d with news)?$/ }).click();
    await box.waitFor({ state: 'hidden' });
    await page.unroute(many);
    await page.goto('/ljmonitor');
    await box.waitFor();
  }, 60_000);

  it('says how many unread houses are below those marked read, and goes on with them', async () => {
    const { page } = stage.desk();
    // One community is read, and the other one's houses are cheaper: more of them than a page has.
    await page.goto('/ljmonitor?order=unitPrice');
    await unreadRows(page).first().waitFor();
    await button(page, 'read all').click();
    await page
      .getByText(/^\d+ marked read · \d+ more unread below$/)
      .first()
      .waitFor();
    await later(page, 5_000);
    await page
      .getByText(/^\d+ more unread below$/)
      .first()
      .waitFor();
    const loaded = await rows(page).count();
    await button(page, 'read all').click();
    await page
      .getByText(/^\d+ marked read$/)
      .first()
      .waitFor();
    expect(await rows(page).count()).toBeGreaterThan(loaded);
    await button(page, 'undo').click();
    await button(page, 'read all').waitFor();
    await unreadRows(page).first().waitFor();
    await page.goto('/ljmonitor?order=-drop');
    await rows(page).first().waitFor();
  }, 60_000);

  it('keeps starred houses in a list of their own, and hidden ones out of all others', async () => {
    const { page } = stage.telephone();
    const idOf = async (row: number) => (await rows(page).nth(row).getByRole('link').textContent()) ?? '';
    const houseOf = (id: string) => rows(page).filter({ has: page.getByRole('link', { name: id, exact: true }) });
    const pressed = async (id: string, name: string) => {
      const kept = page.waitForResponse('**/choice');
      await button(houseOf(id), name).click();
      await kept;
    };
    const [starred, hidden] = [await idOf(0), await idOf(1)];
    const refused = { errorCode: 'notFound', message: 'There is no such house.' };
    await page.route('**/choice', (route) => route.fulfill({ status: 404, json: refused }));
    await pressed(starred, 'star');
    await houseOf(starred).getByText('This was not kept.').waitFor();
    expect(await button(houseOf(starred), 'star').getAttribute('aria-pressed')).toBe('false');
    await page.unroute('**/choice');
    await pressed(starred, 'retry');
    await houseOf(starred).getByText('This was not kept.').waitFor({ state: 'detached' });
    expect(await button(houseOf(starred), 'star').getAttribute('aria-pressed')).toBe('true');
    await pressed(hidden, 'hide');
    await houseOf(hidden).getByText('hidden').waitFor();
    await looksWell(stage.telephone());
    await page.goto('/ljmonitor?starred=true');
    await page.getByText('That is the only house.').waitFor();
    expect(await idOf(0)).toBe(starred);
    // Until that list is there, the one before stands in its place: nobody means to mark all of that read.
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/house/chosen?choice=hidden', (route) => isAnswered.then(() => route.continue()));
    await page.getByRole('checkbox', { name: 'hidden ones' }).check();
    await page.waitForURL('**/ljmonitor?hidden=true');
    await page.locator('ul[aria-busy=true]').waitFor();
    expect(await button(page, 'read all').getAttribute('aria-disabled')).toBe('true');
    answer();
    await houseOf(hidden).waitFor();
    await page.unroute('**/house/chosen?choice=hidden');
    expect(await rows(page).count()).toBe(1);
    await looksWell(stage.telephone());
    await button(page, 'clear').click();
    await houseOf(starred).waitFor();
    expect(await houseOf(hidden).count()).toBe(0);
    await page.goto('/ljmonitor?hidden=true');
    await houseOf(hidden).waitFor();
    const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/choice', (route) => isLet.then(() => route.continue()));
    await button(houseOf(hidden), 'show').click();
    await button(page, 'clear').click();
    // This list was asked for before the server knew that it is to be shown again.
    await houseOf(starred).waitFor();
    expect(await houseOf(hidden).count()).toBe(0);
    letGo();
    await houseOf(hidden).waitFor();
    await page.unroute('**/choice');
  }, 60_000);

  it('leaves out what was read, but not what is read while one looks', async () => {
    const { page } = stage.desk();
    await page.getByText('filter', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'unread only' }).check();
    await page.waitForURL('**/ljmonitor?order=-drop&unread=true');
    await rows(page).filter({ hasNotText: 'unread' }).first().waitFor({ state: 'detached' });
    const id = (await unreadRows(page).first().getByRole('link').textContent()) ?? '';
    const house = rows(page).filter({ has: page.getByRole('link', { name: id, exact: true }) });
    const marked = page.waitForResponse((response) => response.request().method() === 'PUT');
    await button(page, 'read').first().click();
    await house.getByText('unread').waitFor({ state: 'detached' });
    await marked;
    expect(await rows(page).first().getByRole('link').textContent()).toBe(id);
    await looksWell(stage.desk());
    await reloaded(stage.desk());
    expect(await house.count()).toBe(0);
    await button(page, 'clear').click();
    await house.waitFor();
  }, 60_000);
}

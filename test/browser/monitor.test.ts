import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, type Complaints, noComplaints, overflowPx } from '../support/page-checks.ts';
import { type Site, startSite } from '../support/site.ts';
import { addCommunity, refreshAll, scrollUntil, views, visit } from './visit.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/**
 * Two people, each with a community of the demo city where nothing happens by itself (a change that the first one asks
 * for happens everywhere). Each leaves the list empty.
 */
const journeys = [
  { view: views[0], person: 'Ann', id: '1199027300103', name: '青枫家园', place: '北湖 / 云台', houses: 31 },
  { view: views[1], person: 'Bo', id: '1199027300111', name: '铁路宿舍', place: '临江 / 柳桥', houses: 29 },
];

describe.each(journeys)('the monitor at $view.view', ({ view, person, ...quiet }) => {
  let page: Page;
  let complaints: Complaints;
  beforeAll(async () => {
    ({ page, complaints } = await visit(browser, site, view, { name: person, expectedStatuses: [400, 404] }));
  }, 60_000);
  afterAll(() => page.context().close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  const looksWell = async () => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    expect(complaints).toEqual(noComplaints);
  };

  it('is one link away from the home page', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: person }).waitFor();
    await page.getByText('you follow: none yet').waitFor();
    await looksWell();
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'LJMonitor' }).click();
    await page.getByText('No Data Yet').waitFor();
    expect(await button('add').isDisabled()).toBe(true);
    await looksWell();
  }, 60_000);

  it.each([
    ['abc', 'An id has 6 to 24 digits'],
    ['1199999999999', 'knows no community'],
  ])(
    'refuses the community %s in place, and leads the keyboard back to the field',
    async (id, reason) => {
      const field = page.getByLabel('id', { exact: true });
      await field.fill(id);
      await field.press('Enter');
      await page.getByText(reason).waitFor();
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    },
    60_000,
  );

  it('adds a community and shows its names and all of its houses', async () => {
    const row = await addCommunity(page, quiet.id, quiet.name);
    await row.getByText(quiet.place).waitFor();
    const count = Number(/(\d+) houses · read/.exec(await row.innerText())?.[1]);
    expect(count).toBeGreaterThanOrEqual(quiet.houses);
    await scrollUntil(page, `That is all: ${count} houses.`);
    expect(await rows().count()).toBe(count);
    await page.evaluate('scrollTo(0, 0)');
    expect(await page.title()).toContain(`(${count}) LJMonitor`);
    await looksWell();
  }, 60_000);

  it('refreshes, shows how far it is, and then what is new', async () => {
    await refreshAll(page);
    await page.getByText('Last refresh success at 0 mins ago').waitFor();
    await site.control('/listing', { mode: 'change' });
    await refreshAll(page);
    await button('history').first().waitFor();
    expect(await rows().filter({ hasText: 'unread' }).count()).toBeGreaterThan(0);
  }, 120_000);

  it('shows what changed in a house, in colour and in words', async () => {
    await button('history').first().click();
    const changed = page.locator('mark');
    await changed.first().waitFor();
    expect(await changed.allInnerTexts()).toContainEqual(expect.stringMatching(/^[▲▼] |changed$/));
    expect(await button('history').first().getAttribute('aria-expanded')).toBe('true');
    await looksWell();
  }, 60_000);

  it('marks a house read, with a way back', async () => {
    const row = rows()
      .filter({ has: button('read') })
      .first();
    const id = await row.getByRole('link').innerText();
    const house = rows().filter({ has: page.getByRole('link', { name: id, exact: true }) });
    await house.getByRole('button', { name: 'read', exact: true }).click();
    await house.getByText('unread').waitFor({ state: 'detached' });
    await house.getByRole('button', { name: 'undo' }).click();
    await house.getByText('unread').waitFor();
    await house.getByRole('button', { name: 'read', exact: true }).click();
    await house.getByRole('button', { name: 'undo' }).waitFor({ state: 'detached', timeout: 10_000 });
    await page.reload();
    await rows().first().waitFor();
    expect(await house.getByText('unread').count()).toBe(0);
  }, 60_000);

  it('marks all rows read, with a way back', async () => {
    const unread = await page.getByText('unread').count();
    expect(unread).toBeGreaterThan(1);
    await button('read all').click();
    await page.getByText('unread').first().waitFor({ state: 'detached' });
    await button('undo').click();
    await page.getByText('unread').first().waitFor();
    await button('read all').click();
    await button('undo').waitFor({ state: 'detached', timeout: 10_000 });
    expect(await page.getByText('unread').count()).toBe(0);
    await looksWell();
  }, 60_000);

  it('keeps the ticked communities in the address', async () => {
    await page.getByRole('checkbox', { name: quiet.name }).check();
    expect(page.url()).toContain(`?resblockId=${quiet.id}`);
    await page.reload();
    await rows().first().waitFor();
    expect(await page.getByRole('checkbox', { name: quiet.name }).isChecked()).toBe(true);
  }, 60_000);

  it('deletes a community with its houses, with a way back', async () => {
    await button('delete').click();
    await rows().first().waitFor({ state: 'detached' });
    await button('undo').click();
    await button('delete').waitFor();
    await rows().first().waitFor();
    await button('delete').click();
    await page.getByText('No Data Yet').waitFor();
    await button('undo').waitFor({ state: 'detached', timeout: 10_000 });
    expect(await page.getByRole('link', { name: quiet.name }).count()).toBe(0);
    await looksWell();
  }, 60_000);
});

describe('without a session', () => {
  it.each(views)(
    'the monitor leads to the sign-in page, which remembers where one was, at $view',
    async (view) => {
      const { page, complaints } = await visit(browser, site, view, { expectedStatuses: [401, 404, 503] });
      await page.goto('/ljmonitor?resblockId=1199027300103');
      await page.waitForURL('**/auth?redirectUrl=*');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByRole('link', { name: 'Login' }).waitFor();
      expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1199027300103');
      expect(await axeViolations(page)).toEqual([]);
      expect(complaints).toEqual(noComplaints);
      await page.context().close();
    },
    60_000,
  );
});

import type { Page } from '@playwright/test';
import type { Call } from '../../support/site/caller.ts';
import { expect, test, trackedCommunities } from './test.ts';

const count = 300;

/** Answers with a list of many houses of the tracked communities, in one page. */
async function giveManyHouses(page: Page, call: Call) {
  const [known] = await call('GET /api/ljmonitor/house', {});
  const houses = Array.from({ length: count }, (_, index) => ({
    ...known,
    houseId: `${900_000_000_000 + index}`,
    title: `House ${index} ${'of a long title '.repeat(index % 7)}`,
  }));
  await page.route('**/api/ljmonitor/house?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/ljmonitor/house', (route) => route.fulfill({ json: houses }));
}

/** Returns the first house below the bars of the window, and its distance from the top. */
const inSight = (page: Page) =>
  page.evaluate<{ id: string; top: number } | null>(`(() => {
    const row = document.elementFromPoint(innerWidth / 2, 240)?.closest('li[data-house]');
    return row && { id: row.dataset.house, top: Math.round(row.getBoundingClientRect().top) };
  })()`);

/** Returns the same, once it is so for some frames: rows that come near the window get their real heights then. */
async function settledInSight(page: Page) {
  let before = await inSight(page);
  await expect(async () => {
    await page.evaluate(someFrames);
    const now = await inSight(page);
    const hasSettled = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    expect(hasSettled).toBe(true);
  }).toPass({ intervals: [0] });
  return before;
}

const someFrames = `new Promise((done) => {
  let frames = 15;
  const next = () => ((frames -= 1) > 0 ? requestAnimationFrame(next) : done());
  next();
})`;

test.use(trackedCommunities);

test.describe('a long list of houses', () => {
  test('has few rows in the document, and is at the same house after the way back', async ({ page, monitor, user }) => {
    await giveManyHouses(page, user.call);
    await monitor.open();
    await expect.poll(() => monitor.houses.count()).toBeLessThan(60);
    await expect(monitor.houses.first()).toHaveAttribute('aria-posinset', '1');
    await page.mouse.move(900, 600);
    await page.mouse.wheel(0, 15_000);
    await expect.poll(async () => Number((await inSight(page))?.id ?? 0)).toBeGreaterThan(900_000_000_050);
    const before = await settledInSight(page);
    await page.getByRole('link', { name: 'Stacks' }).click();
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
    await page.goBack();
    const farOff = async () => {
      const box = await page.locator(`[data-house="${before?.id}"]`).boundingBox();
      return Math.abs((box?.y ?? Number.NaN) - (before?.top ?? 0));
    };
    // The browser's own position in pixels would be some rows off.
    await expect.poll(farOff).toBeLessThan(100);
  });

  test('has one line a house when its rows are compact', { tag: '@phone' }, async ({ page, monitor }) => {
    await monitor.open();
    await monitor.chooseRows('Compact');
    // The tags show in comfortable rows only.
    await expect(page.locator('li[data-house] ul').first()).toBeHidden();
    // The first row has the heading of its day, too.
    const heights = () => monitor.houses.evaluateAll((rows) => rows.slice(1).map((row) => row.clientHeight));
    await expect.poll(async () => Math.max(...(await heights()))).toBeLessThan(50);
  });

  test('is printed without its bars and buttons', async ({ page, monitor }) => {
    await monitor.open();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: 'read all' })).toBeHidden();
    await expect(page.getByRole('combobox').first()).toBeHidden();
    await expect(monitor.houses.first()).toBeVisible();
  });

  test('has targets for fingers', { tag: '@phone-only' }, async ({ page, monitor }) => {
    await monitor.open();
    await monitor.unfoldCommunities();
    await page.getByText('Filters', { exact: true }).click();
    await expect(page.getByRole('spinbutton', { name: 'Maximum price' })).toBeVisible();
    const targets = page.locator('main li a, form[aria-label="Filters"] label');
    await expect(targets.first()).toBeVisible();
    const heights = await targets.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  });
});

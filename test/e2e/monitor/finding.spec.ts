import { expectGoodLooks, expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import type { MonitorPage } from '../pages/monitor-page.ts';
import { expect, maples, railway, test, trackedCommunities } from './test.ts';

/** Returns the prices of all rows, also of those that are out of sight and have no inner text. */
const pricesOf = async (monitor: MonitorPage) =>
  (await monitor.price(monitor.houses).allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')));

const expectCommunityShown = (monitor: MonitorPage, name: string, count: number | 'some') => {
  const rows = monitor.houses.getByText(name, { exact: true });
  return count === 'some' ? expect(rows.first()).toBeAttached() : expect(rows).toHaveCount(count);
};

test.use(trackedCommunities);

test.describe('the list of houses', () => {
  test('shows the houses of the ticked communities, and keeps them in the address', async ({ page, monitor }) => {
    await monitor.open();
    const box = page.getByRole('checkbox', { name: railway.name });
    await box.check();
    await expect(page).toHaveURL(`/ljmonitor?resblockId=${railway.resblockId}`);
    await monitor.reload();
    await expect(box).toBeChecked();
    const count = await monitor.loadAll();
    expect(count).toBeGreaterThanOrEqual(railway.houses);
    // The rows name their community only where there are several.
    for (const { name } of [maples, railway]) await expectCommunityShown(monitor, name, 0);
    await page.getByRole('checkbox', { name: maples.name }).check();
    await box.uncheck();
    await monitor.loadAll();
    await page.getByRole('checkbox', { name: maples.name }).uncheck();
    expect(await monitor.loadAll()).toBeGreaterThanOrEqual(count + maples.houses);
    for (const { name } of [maples, railway]) await expectCommunityShown(monitor, name, 'some');
  });

  test.describe('after some prices have changed', () => {
    test('sorts all known houses, and not only the loaded ones', { tag: '@deep' }, async ({ page, monitor }) => {
      await monitor.open();
      await page.getByLabel('Sort by').selectOption('Lowest price');
      await expect(page).toHaveURL('/ljmonitor?order=price');
      await monitor.reload();
      const [cheapest] = await pricesOf(monitor);
      await monitor.loadAll();
      const all = await pricesOf(monitor);
      expect(all.length).toBeGreaterThanOrEqual(maples.houses + railway.houses);
      expect(all).toEqual(all.toSorted((one, other) => one - other));
      expect(all[0]).toBe(cheapest);
      await page.getByLabel('Sort by').selectOption('Biggest drop');
      await expect(monitor.houses.first().getByText('▼').first()).toBeVisible();
    });

    test('shows the unread houses that became cheaper, and counts them', async ({ page, monitor }) => {
      await monitor.open();
      const cheaper = page.getByRole('group', { name: 'Unread houses by news' }).getByText('cheaper');
      const count = parseInt(await cheaper.innerText());
      await cheaper.click();
      await expect(page).toHaveURL('/ljmonitor?news=cheaper');
      await expect(page.getByText(count === 1 ? '1 house' : `${count} houses`, { exact: true })).toBeVisible();
      await expect(monitor.houses.getByText('Price down')).toHaveCount(count);
      await expectGoodLooks(page);
    });
  });

  test('takes stars from a CSV', async ({ page, monitor }) => {
    await monitor.open();
    const houseId = await monitor.houses.nth(2).getAttribute('data-house');
    await page.getByText('Filters', { exact: true }).click();
    const buffer = Buffer.from(`houseId,starred\r\n${houseId},TRUE\r\n`);
    await page.getByLabel('CSV to import').setInputFiles({ name: 'stars.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('This will add 1 star.')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('1 change saved.')).toBeVisible();
    const star = page.locator(`[data-house="${houseId}"]`).getByRole('button', { name: 'Star' });
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  });

  test('leaves out what costs too much, or is no longer on offer', async ({ page, monitor }) => {
    await monitor.open('?order=-drop');
    await page.getByText('Filters', { exact: true }).click();
    const maxPrice = page.getByRole('spinbutton', { name: 'Maximum price' });
    await maxPrice.fill('400');
    // Leaving the field is enough, and loses nothing when the next click sets something else.
    await page.getByRole('checkbox', { name: 'For sale only' }).check();
    await expect(page.getByText('Filters · 2')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?order=-drop&maxPrice=400&onOffer=true');
    await monitor.isUpToDate();
    await expect(page.getByText(/^\d+ houses match$/)).toBeVisible();
    const shown = await pricesOf(monitor);
    expect(shown.length).toBeGreaterThan(0);
    expect(Math.max(...shown)).toBeLessThanOrEqual(400);
    await expectGoodLooksInBothViews(page);
    await maxPrice.fill('1');
    await maxPrice.press('Enter');
    await expect(page.getByText('No houses match these filters.')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await monitor.button('Clear filters').last().click();
    await expect(monitor.houses.first()).toBeVisible();
    expect(new URL(page.url()).search).toBe('?order=-drop');
    await expect(maxPrice).toHaveValue('');
  });

  test('leaves out what was read, but not what is read in front of the user', async ({ page, monitor, markRead }) => {
    await markRead(railway);
    await monitor.open('?order=unitPrice');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Unread only' }).check();
    await expect(page).toHaveURL('/ljmonitor?order=unitPrice&unread=true');
    await monitor.isUpToDate();
    await expect(monitor.houses.filter({ hasNotText: 'Unread' })).toHaveCount(0);
    const house = monitor.house(await monitor.idOf(monitor.unreadHouses.first()));
    const marked = page.waitForResponse((response) => response.request().method() === 'PUT');
    await monitor.button('read', house).click();
    await expect(house.getByText('Unread')).toHaveCount(0);
    await marked;
    await expect(monitor.houses.first()).toHaveText((await house.textContent()) ?? '');
    await expectGoodLooks(page);
    await monitor.reload();
    await expect(house).toHaveCount(0);
    await monitor.button('Clear filters').first().click();
    await expect(house).toBeVisible();
  });
});

test.describe('a house', () => {
  test.describe('whose star cannot be saved', () => {
    test.use({ expectedFailures: [404] });

    test('says so, and is starred by the retry', { tag: '@phone-only' }, async ({ page, monitor }) => {
      await monitor.open();
      const house = monitor.house(await monitor.idOf(monitor.houses.first()));
      const refused = { errorCode: 'notFound', message: 'This house does not exist.' };
      await page.route('**/choice', (route) => route.fulfill({ status: 404, json: refused }));
      await monitor.button('Star', house).click();
      await expect(house.getByText('Could not save.')).toBeVisible();
      await expect(monitor.button('Star', house)).toHaveAttribute('aria-pressed', 'false');
      await page.unroute('**/choice');
      await house.getByRole('button', { name: 'retry' }).click();
      await expect(house.getByText('Could not save.')).toHaveCount(0);
      await expect(monitor.button('Star', house)).toHaveAttribute('aria-pressed', 'true');
    });
  });

  test(
    'is in a list of its own when it is starred, and in no other one when it is hidden',
    {
      tag: '@phone-only',
    },
    async ({ page, monitor }) => {
      await monitor.open();
      const [starred, hidden] = [
        monitor.house(await monitor.idOf(monitor.houses.nth(0))),
        monitor.house(await monitor.idOf(monitor.houses.nth(1))),
      ];
      for (const [house, name] of [
        [starred, 'Star'],
        [hidden, 'Hide'],
      ] as const) {
        const saved = page.waitForResponse('**/choice');
        await monitor.button(name, house).click();
        await saved;
      }
      await expect(hidden.getByText('Hidden')).toBeVisible();
      await expectGoodLooks(page);
      await page.goto('/ljmonitor?starred=true');
      await expect(page.getByText('1 house', { exact: true })).toBeVisible();
      await expect(starred).toBeVisible();

      // Until the new list is there, the old one stands in its place, and 'read all' would mark the wrong houses.
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/house/sorted?*choice=hidden*', (route) => isReleased.then(() => route.continue()));
      await page.getByText('Filters · 1').click();
      await page.getByRole('checkbox', { name: 'Hidden only' }).check();
      await expect(page).toHaveURL('/ljmonitor?hidden=true');
      await expect(page.locator('ul[aria-busy=true]')).toBeAttached();
      await expect(monitor.button('read all')).toHaveAttribute('aria-disabled', 'true');
      release();
      await expect(hidden).toBeVisible();
      await expect(monitor.houses).toHaveCount(1);
      await expectGoodLooks(page);
      await monitor.button('Clear filters').first().click();
      await expect(starred).toBeVisible();
      await expect(hidden).toHaveCount(0);
    },
  );

  test(
    'that is shown again returns to a list that was loaded before',
    { tag: '@phone-only' },
    async ({ page, monitor, user }) => {
      await monitor.open();
      const [first, houseId] = [
        monitor.house(await monitor.idOf(monitor.houses.nth(0))),
        await monitor.idOf(monitor.houses.nth(1)),
      ];
      await user.call('PUT /api/ljmonitor/house/{houseId}/choice', { params: { houseId }, body: { hidden: true } });
      const hidden = monitor.house(houseId);
      await page.goto('/ljmonitor?hidden=true');
      await expect(hidden).toBeVisible();
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/choice', (route) => isReleased.then(() => route.continue()));
      await monitor.button('Show', hidden).click();
      await monitor.button('Clear filters').first().click();
      // The page has asked for this list before the server knows that the house is shown again.
      await expect(first).toBeVisible();
      await expect(hidden).toHaveCount(0);
      release();
      await expect(hidden).toBeVisible();
    },
  );
});

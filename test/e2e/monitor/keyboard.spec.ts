import { expect, test, trackedCommunities } from './test.ts';

test.use(trackedCommunities);

test.describe('the monitor', () => {
  test('is gone through with the keyboard alone, and says what each key has done', async ({ page, monitor }) => {
    const press = (key: string) => page.keyboard.press(key);
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Go to/ })).toBeVisible();
    // The keys load after the page.
    await expect(async () => {
      await press('g');
      await press('m');
      await expect(page).toHaveURL('/ljmonitor', { timeout: 1_000 });
    }).toPass({ intervals: [100] });
    const house = monitor.unreadHouses.first();
    const id = await monitor.idOf(house);
    const row = monitor.house(id);
    await expect(async () => {
      await press('j');
      await expect(row.locator(':focus')).toHaveCount(1, { timeout: 100 });
    }).toPass({ intervals: [0] });
    await press('r');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('read');
    await expect(row.getByText('Unread')).toHaveCount(0);
    await press('Control+z');
    await expect(row.getByText('Unread')).toBeVisible();
    await press('s');
    await expect(row.getByRole('button', { name: /star/i })).toHaveAttribute('aria-pressed', 'true');
    await press('?');
    await expect(page.getByRole('dialog').getByText('Star the house')).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
    await page.keyboard.type('stacks');
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
  });

  test('asks for three things at most when the user returns to it, whatever was loaded', async ({ page, monitor }) => {
    await monitor.open();
    expect(await monitor.loadAll()).toBeGreaterThan(30);
    await page.clock.fastForward(10_000);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate("dispatchEvent(new Event('focus'))");
    // All of them leave together.
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});

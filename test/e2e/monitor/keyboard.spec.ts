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
    // A screen reader hears of a house by its title, and of each button which house it is about.
    const title = await row.getByRole('heading').innerText();
    await expect(row.getByRole('button', { name: /star/i })).toHaveAccessibleDescription(title);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading "LJMonitor" [level=1]
        - region "Communities":
          - heading "Communities" [level=2]
          - textbox "id"
          - list:
            - listitem:
              - checkbox /Only houses of/
              - link
              - button "delete"
        - region "Houses":
          - heading "Houses" [level=2]
          - button "read all"
          - button "refresh all"
          - combobox "Sort by"
          - searchbox "Search houses"
          - list:
            - listitem:
              - heading [level=3]:
                - link
              - button /[Ss]tar/
    `);
    await press('/');
    await expect(page.getByRole('searchbox', { name: 'Search houses' })).toBeFocused();
    await press('Tab');
    await press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
    await page.keyboard.type('stacks');
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
  });

  test('keeps the row with the focus below its bars when the focus goes up', async ({ page, monitor }) => {
    await monitor.open();
    const isCovered = `(() => {
      const { left, top, width, height } = document.activeElement.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('li') !== document.activeElement.closest('li');
    })()`;
    const focused = page.locator('li[data-house]:has(:focus)');
    // The keys load after the page.
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(focused).toHaveCount(1, { timeout: 100 });
    }).toPass({ intervals: [0] });
    for (let step = 0; step < 14; step++) await page.keyboard.press('j');
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
    for (let step = 0; step < 10; step++) {
      await page.keyboard.press('k');
      await expect.poll(() => page.evaluate(isCovered)).toBe(false);
    }
  });

  test('asks for three things at most when the user returns to it, whatever was loaded', async ({ page, monitor }) => {
    await monitor.open();
    expect(await monitor.loadAll()).toBeGreaterThan(30);
    await page.clock.fastForward(10_000);
    const asked: string[] = [];
    // The page also loads parts of its own while it is idle.
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    await page.evaluate("dispatchEvent(new Event('blur')), dispatchEvent(new Event('focus'))");
    // All of them leave together.
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});

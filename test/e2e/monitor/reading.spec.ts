import { expectGoodLooks, expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, maples, railway, test, trackedCommunities } from './test.ts';

const undoMs = 10_000;

test.describe('what changes at the listing site', () => {
  test('is found by a refresh that shows its progress, and is unread', async ({
    page,
    monitor,
    site,
    track,
    markRead,
  }) => {
    await track(maples, railway);
    await markRead(maples);
    await markRead(railway);
    await monitor.open();
    await expect(monitor.unreadHouses).toHaveCount(0);
    await site.control('/listing', { mode: 'change' });
    await monitor.refreshAll();
    await expect(page.getByText(/^Last refresh success at \d+ mins ago$/)).toBeVisible();
    await expect(page.getByText(/^Next refresh at about /)).toBeVisible();
    await expect(monitor.button('history').first()).toBeVisible();
    await expect(monitor.houses.first().getByText('Unread')).toHaveCount(1);
  });

  test(
    'stays unread when all shown rows are marked read, which can be undone',
    { tag: ['@phone-only', '@deep'] },
    async ({ page, monitor, track, refresh }) => {
      await track(maples, railway);
      // The page never learns of the refresh, so its list stays as it was before.
      await page.route('**/batch/refreshStatus', () => {});
      await monitor.open();
      const shown = await monitor.houses.count();
      await refresh('change');
      await expect(monitor.unreadHouses).toHaveCount(shown);
      await expect(monitor.button('history')).toHaveCount(0);
      await monitor.button('read all').click();
      await expect(monitor.button('Undo')).toBeVisible();
      // The page loads the list again: the changed houses are at its head, unread.
      await expect(monitor.unreadHouses.filter({ has: monitor.button('history') }).first()).toBeVisible();
      expect(await monitor.unreadHouses.count()).toBeLessThan(shown / 2);
      await monitor.button('Undo').click();
      await expect(monitor.unreadHouses.nth(shown - 1)).toBeVisible();
      await page.unroute('**/batch/refreshStatus');
      await monitor.button('read all').click();
      await expect(monitor.unreadHouses).toHaveCount(0);
      await page.clock.fastForward(undoMs);
      await expect(monitor.button('read all')).toBeVisible();
      await expectGoodLooks(page);
    },
  );

  test.describe(() => {
    test.use(trackedCommunities);

    test('is shown in color and in words, and its prices as a chart', async ({ page, monitor }) => {
      await monitor.open();
      await monitor.button('history').first().click();
      await expect(page.locator('ol mark').first()).toBeVisible();
      expect(await page.locator('ol mark').allInnerTexts()).toContainEqual(expect.stringMatching(/^[▲▼] |changed$/));
      await expect(monitor.button('history').first()).toHaveAttribute('aria-expanded', 'true');
      const opener = monitor.chartButton().first();
      // The only change of a price is told once, as the news of the house.
      expect((await monitor.houses.filter({ has: opener }).first().innerText()).match(/[▲▼] [\d.,]+ 万/g)).toHaveLength(
        1,
      );
      await opener.click();
      const figure = page.getByRole('figure');
      await expect(figure.getByRole('img', { name: /^Price of \d+ 2 prices, from .* 万\.$/ })).toBeVisible();
      await figure.getByText('Show as table').click();
      await expect(figure.getByRole('row')).toHaveCount(3);
      await expectGoodLooksInBothViews(page);
    });

    test('is summed up as the median price of a community', async ({ page, monitor }) => {
      await monitor.open();
      await monitor.button('Prices', monitor.community(maples.name)).click();
      await expect(page.getByRole('img', { name: `Median unit price of ${maples.name} One day:` })).toBeVisible();
      const figure = page.getByRole('figure');
      await figure.getByText('Show as table').click();
      const [, day] = await figure.getByRole('row').allInnerTexts();
      expect(day).toMatch(/[\d,]{6} 元\/㎡\s+\d\d$/);
      // The only value is named in the caption, and beside its point, which lies in the middle.
      const label = figure.getByText(/^[\d,]+ 元\/㎡$/).nth(1);
      const [field, beside] = await Promise.all([figure.getByRole('img').boundingBox(), label.boundingBox()]);
      expect(middleOf(beside)).toBeCloseTo(middleOf(field), -1);
      await page.evaluate('scrollTo(0, 0)');
      await expectGoodLooksInBothViews(page);
    });
  });
});

const middleOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : Number.NaN);

test.describe('the read mark', () => {
  test.use(trackedCommunities);

  test('can be undone for a house', async ({ page, monitor }) => {
    await monitor.open();
    const house = monitor.house(await monitor.idOf(monitor.unreadHouses.first()));
    await monitor.button('read', house).click();
    await expect(house.getByText('Unread')).toHaveCount(0);
    const answered = (method: string) => page.waitForResponse((response) => response.request().method() === method);
    const undone = answered('POST');
    await monitor.button('Undo').click();
    await expect(house.getByText('Unread')).toBeVisible();
    await undone;
    const marked = answered('PUT');
    await monitor.button('read', house).click();
    await expect(monitor.button('Undo')).toBeVisible();
    await marked;
    await page.clock.fastForward(undoMs);
    await expect(monitor.button('Undo')).toHaveCount(0);
    await monitor.reload();
    await expect(house.getByText('Unread')).toHaveCount(0);
  });

  test('is set by a finger that pushes the row aside', { tag: '@phone-only' }, async ({ page, context, monitor }) => {
    await monitor.open();
    const house = monitor.house(await monitor.idOf(monitor.unreadHouses.first()));
    const { x, y, width, height } = (await house.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', dx: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + width / 4 + dx, y: y + height / 2 }] });
    await touch('touchStart', 0);
    for (const dx of [8, 20, 60, 110]) await touch('touchMove', dx);
    await expect(house).toHaveAttribute('data-swiped');
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(house.getByText('Unread')).toHaveCount(0);
    await expect(monitor.button('Undo')).toBeVisible();
    expect(await house.boundingBox()).toMatchObject({ x });
  });

  test('can be undone for a whole community', { tag: '@deep' }, async ({ page, monitor }) => {
    await monitor.open();
    const row = monitor.community(railway.name);
    const unreadOfRow = monitor.unreadHouses.filter({ hasText: railway.name });
    await expect(row.getByText(/^\d+ unread/)).toBeVisible();
    await expect(unreadOfRow.first()).toBeVisible();
    const before = await monitor.unreadHouses.count();
    await monitor.button('Mark read', row).click();
    await expect(page.getByText('marked as read.')).toBeVisible();
    await expect(unreadOfRow).toHaveCount(0);
    await monitor.button('Undo').click();
    await expect(monitor.button('Mark read', row)).toBeVisible();
    await expect(monitor.unreadHouses.nth(before - 1)).toBeVisible();
    const counted = page.waitForResponse('**/api/ljmonitor/summary');
    await monitor.button('Mark read', row).click();
    await counted;
    await expectGoodLooks(page);
    await page.clock.fastForward(undoMs);
    await expect(page.getByText('marked as read.')).toHaveCount(0);
    await expect(monitor.button('Undo')).toHaveCount(0);
    // The button is gone, and the focus is still in its row.
    await expect(row.getByRole('link', { name: railway.name })).toBeFocused();
    await monitor.reload();
    await expect(monitor.unreadHouses.first()).toBeVisible();
    await expect(unreadOfRow).toHaveCount(0);
  });

  test(
    'names the number of unread houses below after read all, and continues with them',
    { tag: '@deep' },
    async ({ page, monitor, markRead }) => {
      // The unread houses are one more than a page has.
      await markRead(railway);
      await monitor.open('?order=unitPrice');
      // The page knows the number below only after it has loaded the counts of the communities.
      await expect(monitor.community(maples.name).getByText(/^\d+ unread/)).toBeVisible();
      await monitor.button('read all').click();
      await expect(page.getByText(/^\d+ marked as read · \d+ more unread below$/).first()).toBeVisible();
      await page.clock.fastForward(undoMs);
      const loaded = await monitor.houses.count();
      await monitor.button('Read them').click();
      await expect(page.getByText(/^\d+ marked as read$/).first()).toBeVisible();
      expect(await monitor.houses.count()).toBeGreaterThan(loaded);
      await monitor.button('Undo').click();
      await expect(monitor.button('read all')).toBeVisible();
      await expect(monitor.unreadHouses.first()).toBeVisible();
    },
  );
});

import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, maples, railway, test } from './test.ts';

test.describe('a house that is gone from the listing site', () => {
  test(
    'is struck out, says so, and says when it is back',
    { tag: '@deep' },
    async ({ page, monitor, track, refresh }) => {
      await track(maples, railway);
      for (let run = 0; run < 2; run += 1) await refresh('remove');
      await monitor.open();
      const gone = monitor.houses.filter({ has: page.getByText('Removed', { exact: true }) }).first();
      await expect(gone).toBeVisible();
      await expect(gone.getByRole('heading')).toHaveCSS('text-decoration-line', 'line-through');
      await expect(monitor.price(gone)).toHaveCSS('text-decoration-line', 'line-through');
      await expectGoodLooksInBothViews(page);
      await refresh('normal');
      await monitor.reload();
      await monitor.button('history').first().click();
      await expect(page.getByText('Listed again').first()).toBeVisible();
      await expectGoodLooksInBothViews(page);
    },
  );
});

for (const [mode, state, reason, waits] of [
  ['garbled', 'Partly checked', 'could not be read', /^0 of 2 communities checked\. Next refresh at about /],
  [
    'captcha',
    'Blocked by the listing site',
    'The listing site asked for a captcha.',
    /The listing site asked for a captcha\. Checks are paused until .*\d\d:\d\d/,
  ],
] as const)
  test.describe(`a listing site that is in the mode "${mode}"`, { tag: '@deep' }, () => {
    test('removes no house, and the page says how old they are and why', async ({ page, monitor, track, refresh }) => {
      await track(maples, railway);
      await refresh(mode);
      await monitor.open();
      await expect(page.getByText(/^Last refresh failure at \d+ mins ago$/)).toBeVisible();
      const community = page.getByRole('listitem').filter({ hasText: maples.name });
      await expect(community.getByText(state)).toBeVisible();
      await expect(community.getByText(/ · last checked (just now|\d+ mins? ago)/)).toBeVisible();
      await expect(page.getByText(reason).first()).toBeVisible();
      await expect(page.getByText(waits)).toBeVisible();
      await expect(monitor.houses.nth(29)).toBeVisible();
      await expect(monitor.houses.filter({ hasText: 'Removed' })).toHaveCount(0);
      await expectGoodLooksInBothViews(page);
    });
  });

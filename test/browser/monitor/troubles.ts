import { expect, it } from '@jest/globals';
import { both, looksWell, maples, railway, reloaded, type Stage } from './stage.ts';
import { button, later, refreshAll, rows } from './steps.ts';

/** What the monitor tells apart: removed, not understood, blocked; and an empty list. */
export function troubles(stage: Stage) {
  const { site } = stage;

  it('deletes a community with its houses, with a way back', async () => {
    const { page } = stage.desk();
    await page.goto('/ljmonitor');
    await button(page, 'delete').first().click();
    await page.getByText('deleted, with its houses').waitFor();
    await page.getByRole('link', { name: railway.name }).waitFor();
    await looksWell(stage.desk());
    await button(page, 'undo').click();
    await button(page, 'delete').nth(1).waitFor();
    await page.getByRole('link', { name: maples.name }).waitFor();
    await rows(page).nth(29).waitFor();
    expect(await page.getByText('deleted, with its houses').count()).toBe(0);
  }, 60_000);

  it('strikes out a house that is gone, says so, and says when it is back', async () => {
    const { page } = stage.desk();
    await page.goto('/ljmonitor');
    await site().control('/listing', { mode: 'remove' });
    for (let run = 0; run < 2; run += 1) await refreshAll(page);
    await both(stage, async (seat) => {
      await seat.page.goto('/ljmonitor');
      const gone = rows(seat.page)
        .filter({ has: seat.page.getByText('removed', { exact: true }) })
        .first();
      await gone.waitFor();
      const struck = gone.locator('[class$="figure"], [class$="title"]');
      expect(await struck.evaluateAll((all) => all.map((each) => getComputedStyle(each).textDecorationLine))).toEqual([
        'line-through',
        'line-through',
      ]);
      await looksWell(seat);
    });
    await site().control('/listing', { mode: 'normal' });
    await refreshAll(page);
    await both(stage, async (seat) => {
      await reloaded(seat);
      await button(seat.page, 'history').first().click();
      await seat.page.getByText('listed again').first().waitFor();
      await looksWell(seat);
    });
  }, 90_000);

  it.each([
    ['garbled', 'read in part', 'could not be read', /^Next refresh at about /],
    [
      'captcha',
      'blocked by the site',
      'The site asked for a captcha.',
      /turns us away\. It is left alone until .*\d\d:\d\d/,
    ],
  ])(
    'keeps what it knows when the site is %s, and says how old that is and why',
    async (mode, state, reason, waits) => {
      const { page } = stage.desk();
      await page.goto('/ljmonitor');
      await rows(page).first().waitFor();
      await site().control('/listing', { mode });
      await refreshAll(page);
      await both(stage, async (seat) => {
        await seat.page.goto('/ljmonitor');
        await seat.page.getByText(/^Last refresh failure at \d+ mins ago$/).waitFor();
        const community = seat.page.getByRole('listitem').filter({ hasText: maples.name });
        await community.getByText(state).waitFor();
        await community.getByText(/^last read (just now|\d+ mins? ago)$/).waitFor();
        await seat.page.getByText(reason).first().waitFor();
        await seat.page.getByText(waits).waitFor();
        await rows(seat.page).nth(29).waitFor();
        expect(await rows(seat.page).filter({ hasText: 'removed' }).count()).toBe(0);
        await looksWell(seat);
      });
    },
    60_000,
  );

  it('shows an empty list when the last community is gone', async () => {
    const { page } = stage.desk();
    await button(page, 'delete').first().click();
    await button(page, 'delete').first().click();
    await page.getByText('No Data Yet').waitFor();
    await later(page, 5_000);
    await button(page, 'undo').first().waitFor({ state: 'detached' });
    await both(stage, async (seat) => {
      await seat.page.reload();
      await seat.page.getByText('No Data Yet').waitFor();
      await seat.page.getByText('Houses appear here as the communities are read.').waitFor();
      expect(await rows(seat.page).count()).toBe(0);
      await looksWell(seat);
    });
  }, 60_000);
}

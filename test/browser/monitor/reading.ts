import { expect, it } from '@jest/globals';
import { both, looksWell, maples, railway, reloaded, type Stage } from './stage.ts';
import { button, later, priceChart, refreshAll, rows, unreadRows } from './steps.ts';

const middleOf = (box: { y: number; height: number } | null | undefined) => (box ? box.y + box.height / 2 : NaN);

/** What is new, what was read, and what changed. */
export function reading(stage: Stage) {
  it('refreshes, shows how far it is, and then what is new', async () => {
    const { page } = stage.desk();
    await stage.site().control('/listing', { mode: 'change' });
    // The telephone's list is from before, and nothing tells it so.
    await stage.telephone().page.route('**/batch/refreshStatus', () => {});
    await refreshAll(page);
    await page.getByText(/^Last refresh success at \d+ mins ago$/).waitFor();
    await page.getByText(/^Next refresh at about /).waitFor();
    await button(page, 'history').first().waitFor();
    expect(await rows(page).first().getByText('unread').count()).toBe(1);
  }, 60_000);

  it('marks all rows read but not what changed since they were shown, with a way back', async () => {
    const { page } = stage.telephone();
    const shown = await rows(page).count();
    expect(await unreadRows(page).count()).toBe(shown);
    expect(await button(page, 'history').count()).toBe(0);
    await button(page, 'read all').click();
    await button(page, 'undo').waitFor();
    // The list is asked again: what changed meanwhile stands at its head, unread.
    await unreadRows(page)
      .filter({ has: button(page, 'history') })
      .first()
      .waitFor();
    const unread = await unreadRows(page).count();
    expect(unread).toBeLessThan(shown / 2);
    await button(page, 'undo').click();
    await unreadRows(page)
      .nth(shown - 1)
      .waitFor();
    await page.unroute('**/batch/refreshStatus');
    await button(page, 'read all').click();
    await unreadRows(page).first().waitFor({ state: 'detached' });
    await later(page, 5_000);
    await button(page, 'read all').waitFor();
    await looksWell(stage.telephone());
  }, 60_000);

  it('marks a house read, with a way back', async () => {
    const { page } = stage.desk();
    const id = await unreadRows(page).first().getByRole('link').innerText();
    const house = rows(page).filter({ has: page.getByRole('link', { name: id, exact: true }) });
    await button(page, 'read').first().click();
    await house.getByText('unread').waitFor({ state: 'detached' });
    const answered = (method: string) => page.waitForResponse((response) => response.request().method() === method);
    const undone = answered('DELETE');
    await house.getByRole('button', { name: 'undo' }).click();
    await house.getByText('unread').waitFor();
    await undone;
    const marked = answered('PUT');
    await house.getByRole('button', { name: 'read', exact: true }).click();
    await house.getByRole('button', { name: 'undo' }).waitFor();
    await marked;
    await later(page, 5_000);
    await house.getByRole('button', { name: 'undo' }).waitFor({ state: 'detached' });
    await reloaded(stage.desk());
    expect(await house.getByText('unread').count()).toBe(0);
  }, 60_000);

  it('marks a whole community read, with a way back', async () => {
    const { page } = stage.desk();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: railway.name }) });
    const before = await unreadRows(page).count();
    await row.getByText(/^\d+ unread/).waitFor();
    await button(row, 'mark read').click();
    await row.getByRole('status').getByText('marked read').waitFor();
    await unreadRows(page).filter({ hasText: railway.name }).first().waitFor({ state: 'detached' });
    await looksWell(stage.desk());
    await button(row, 'undo').click();
    await button(row, 'mark read').waitFor();
    await unreadRows(page)
      .nth(before - 1)
      .waitFor();
    const counted = page.waitForResponse('**/api/ljmonitor/summary');
    await button(row, 'mark read').click();
    await counted;
    await later(page, 5_000);
    await row.getByRole('status').getByText('marked read').waitFor({ state: 'detached' });
    expect(await button(row, 'undo').count()).toBe(0);
    // The button is gone, and the keyboard is still in its row.
    const link = row.getByRole('link', { name: railway.name });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await reloaded(stage.desk());
    await unreadRows(page).first().waitFor();
    expect(await unreadRows(page).filter({ hasText: railway.name }).count()).toBe(0);
  }, 60_000);

  it('shows what changed in a house, in colour and in words, and its prices as a drawing', async () => {
    await both(stage, async (seat) => {
      await reloaded(seat);
      const { page } = seat;
      await button(page, 'history').first().click();
      await page.locator('mark').first().waitFor();
      expect(await page.locator('mark').allInnerTexts()).toContainEqual(expect.stringMatching(/^[▲▼] |changed$/));
      expect(await button(page, 'history').first().getAttribute('aria-expanded')).toBe('true');
      const opener = priceChart(page).first();
      expect(await opener.innerText()).toMatch(/[▲▼] [\d.,]+ 万/);
      await opener.click();
      const drawing = page.getByRole('figure').getByRole('img', { name: /^Price of \d+ 2 prices, from .* 万\.$/ });
      await drawing.waitFor();
      await page.getByRole('figure').getByText('as a table').click();
      expect(await page.getByRole('figure').getByRole('row').count()).toBe(3);
    });
    await both(stage, looksWell);
  }, 60_000);

  it('draws what a square metre costs in a community', async () => {
    await both(stage, async ({ page }) => {
      await button(page, 'prices').first().click();
      await page.getByRole('img', { name: `Median unit price of ${maples.name} One day:` }).waitFor();
      await page.getByRole('figure').first().getByText('as a table').click();
      const [, day] = await page.getByRole('figure').first().getByRole('row').allInnerTexts();
      expect(day).toMatch(/[\d,]{6} 元\/㎡\s+\d\d$/);
      // The only value is named beside its point, which lies in the middle.
      const [field, label] = await Promise.all(
        ['svg', '[class$="only"]'].map((part) => page.getByRole('figure').first().locator(part).boundingBox()),
      );
      expect(middleOf(label)).toBeCloseTo(middleOf(field), -1);
      await page.evaluate('scrollTo(0, 0)');
    });
    await both(stage, looksWell);
  }, 60_000);
}

import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { until } from '../../support/eventually.ts';
import { both, looksWell, maples, railway, reloaded, type Stage } from './stage.ts';
import { addCommunity, button, rows, scrollUntil } from './steps.ts';

/** From an empty list to two communities with all of their houses. */
export function adding(stage: Stage) {
  it('is one link away from the home page', async () => {
    await both(stage, async ({ page }) => {
      await page.goto('/');
      await page.getByText('you follow: none yet').waitFor();
      await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'LJMonitor' }).click();
      await page.getByText('No Data Yet').waitFor();
      expect(await button(page, 'add').isDisabled()).toBe(true);
    });
    await both(stage, looksWell);
  }, 60_000);

  it.each([
    ['abc', 'An id has 6 to 24 digits'],
    ['https://example.com/xiaoqu/1199027300103/', 'example.com is not the listing site'],
    ['1199999999999', 'knows no community'],
  ])(
    'refuses to add %s in place, and leads the keyboard back to the field',
    async (text, reason) => {
      await both(stage, async ({ page }) => {
        const field = page.getByLabel('id', { exact: true });
        await field.fill(text);
        await field.press('Enter');
        await page.getByText(reason).waitFor();
        expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
        expect(await field.getAttribute('aria-invalid')).toBe('true');
      });
      await both(stage, looksWell);
    },
    60_000,
  );

  it('adds a community by a link of the listing site, or by its id, and shows its names and all of its houses', async () => {
    const { origin } = z.object({ origin: z.string() }).parse(await stage.site().control('/listing'));
    const added = [
      await addCommunity(stage.desk().page, `${origin}/ershoufang/pg2c${maples.id}/`, maples.name),
      await addCommunity(stage.telephone().page, railway.id, railway.name),
    ];
    for (const [index, { place, houses }] of [maples, railway].entries()) {
      const text = (await added[index]?.innerText()) ?? '';
      expect(text).toContain(place);
      expect(Number(/(\d+) houses · read/.exec(text)?.[1])).toBeGreaterThanOrEqual(houses);
    }
    await both(stage, async (seat) => {
      await reloaded(seat);
      const { page } = seat;
      await scrollUntil(page, /^That is all: \d+ houses\.$/);
      const count = await rows(page).count();
      expect(count).toBeGreaterThanOrEqual(maples.houses + railway.houses);
      expect(await page.getByText(`That is all: ${count} houses.`).isVisible()).toBe(true);
      await until(async () => (await page.title()).includes(`(${count}) LJMonitor`));
      await page.evaluate('scrollTo(0, 0)');
    });
    await both(stage, looksWell);
  }, 90_000);
}

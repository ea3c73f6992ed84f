import { expectGoodLooksInBothViews } from '../../fixtures/looks.ts';
import { expect, maples, railway, test } from '../test.ts';

test(
  'pages of sold houses tell which removed houses were sold, and compare prices',
  { tag: '@deep' },
  async ({ page, monitor, track, refresh, user }) => {
    await track(maples, railway);
    for (let run = 0; run < 2; run += 1) await refresh('remove');
    await monitor.open();
    await expect(monitor.houses.filter({ hasText: 'Removed' }).first()).toBeVisible();
    await monitor.button('Check by hand').click();
    await expect(page.getByText('Pages of sold houses (成交) tell')).toBeVisible();
    for (const { url, name } of await user.call('GET /api/ljmonitor/resblock', {})) {
      const sold = url.replace(/\/xiaoqu\/(\d+)/, '/chengjiao/c$1');
      await expect(page.getByRole('link', { name: 'Sold houses' }).and(page.locator(`[href="${sold}"]`))).toBeVisible();
      const html = await (await fetch(sold)).text();
      await page.getByLabel('Saved pages').setInputFiles({
        name: `${name}.html`,
        mimeType: 'text/html',
        buffer: Buffer.from(`<!-- saved from url=(${String(sold.length).padStart(4, '0')})${sold} -->${html}`),
      });
      await expect(
        page.getByText(new RegExp(`${name}, page 1 of 2: 30 sales.* All sales since .* are known now`)),
      ).toBeVisible();
    }
    await expectGoodLooksInBothViews(page);
    await monitor.button('Check by hand').click();
    const gone = monitor.houses.filter({ has: page.getByText(/^Sold · ([\d,]+ 万|price not shown)/) }).first();
    await expect(gone).toBeVisible();
    await gone.getByRole('button', { name: 'history' }).click();
    await expect(gone.getByText(/^Sold(\. | for | on )/)).toBeVisible();
    await expect(gone.getByText(/the median of \d+ sales in the last 12 months/)).toBeVisible();
    await monitor.community(maples.name).getByRole('button', { name: 'prices' }).click();
    await page.getByText('By month, in 元/㎡').click();
    await expect(page.getByRole('columnheader', { name: 'Sales', exact: true })).toBeVisible();
    await expectGoodLooksInBothViews(page);
  },
);

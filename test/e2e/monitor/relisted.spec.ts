import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, maples, railway, test } from './test.ts';

test('a house that is offered again under another id is linked with the earlier one until it is separated', async ({
  page,
  site,
  monitor,
  track,
  user,
}) => {
  await track(maples, railway);
  await monitor.open();
  await monitor.button('read all').click();
  await site.control('/listing', { mode: 'relist' });
  for (let run = 0; run < 2; run += 1) await monitor.refreshAll();
  await monitor.reload();
  const later = monitor.houses.filter({ hasText: /Also \d+ · removed today · was [\d,]+\s万 before/ }).first();
  const [earlierId = '', laterId = ''] = [
    await later.locator('p a').textContent(),
    await later.locator('[id^=house-]').getAttribute('id'),
  ].map((text) => text?.replace('house-', ''));
  const again = page.getByText(new RegExp(`^Offered again as ${laterId} since today for`));
  await expect(again).toHaveCount(1);
  await expectGoodLooksInBothViews(page);
  const row = monitor.house(laterId);
  const title = row.getByRole('heading').getByRole('link');
  await row.getByRole('button', { name: 'history' }).click();
  await expect(row.getByRole('region', { name: `Before, as ${earlierId}` }).getByText('Removed')).toBeVisible();

  await monitor.button('Separate', row).click();
  await expect(title).toBeFocused();
  await expect(row.getByText(/^Also/)).toHaveCount(0);
  await expect(again).toHaveCount(0);
  await monitor.button('Undo').click();
  await expect(row.getByText(/^Also/)).toBeVisible();
  const links = async () => (await user.call('GET /api/ljmonitor/relistings', {})).map((each) => each.later.houseId);
  await expect.poll(links).toContain(laterId);

  await monitor.button('Separate', row).click();
  await expect.poll(links).not.toContain(laterId);
  await monitor.reload();
  await expect(page.getByText(/^Also \d+ · removed today/).first()).toBeVisible();
  await expect(monitor.house(laterId).getByText(/^Also/)).toHaveCount(0);
  await expect(again).toHaveCount(0);
});

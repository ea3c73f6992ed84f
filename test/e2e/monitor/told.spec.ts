import * as z from 'zod';
import { expect, maples, railway, test } from './test.ts';

const Messages = z.array(z.object({ service: z.string(), title: z.string(), text: z.string(), url: z.string() }));

test('a person is told of a lower price in a saved view within a minute, and opens it by one tap', async ({
  page,
  site,
  monitor,
  track,
  refresh,
}) => {
  await track(maples, railway);
  await monitor.open(`?resblockId=${maples.resblockId}`);
  await monitor.button('Save view').click();
  await page.getByLabel('Name of the view').fill('Under the maples');
  await monitor.button('Save').click();

  await page.goto('/auth');
  await monitor.button('Channels').click();
  const news = page.getByRole('region', { name: 'News' });
  await news.getByLabel('Service').selectOption('ntfy');
  await news.getByLabel('Topic').fill('ann-at-home');
  await monitor.button('Add channel', news).click();
  await expect(news.getByText('ntfy', { exact: false }).first()).toBeVisible();
  await news.getByLabel('Only these').check();
  await news.getByLabel('Under the maples').check();
  await monitor.button('Save', news).click();
  await expect(news.getByText('Saved.')).toBeVisible();

  await refresh('change');
  const told = async () => Messages.parse(await site.control('/channels'));
  await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1);
  const [message = { title: '', text: '', url: '' }] = await told();
  expect(message.title).toContain('cheaper');
  expect(message.text).toContain(maples.name);
  expect(message.text).not.toContain(railway.name);

  await page.goto('/_local');
  const row = page.locator('#channels tr').filter({ hasText: message.title });
  await row.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(message.url);
  await expect(monitor.unreadHouses.getByText('Price down').first()).toBeVisible();
  await expect(monitor.houses.filter({ hasText: railway.name })).toHaveCount(0);
});

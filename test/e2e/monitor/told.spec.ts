import * as z from 'zod';
import { allowSubscriptions, readPushed, showPushed } from '../fixtures/pushed-messages.ts';
import { addChannel, openChannels } from '../pages/news-section.ts';
import { expect, maples, railway, test } from './test.ts';

const Messages = z.array(
  z.object({ service: z.string(), title: z.string(), text: z.string(), url: z.string().default('') }),
);

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

test('a person is told of a lower price in a saved view within a minute, by ntfy and in the browser, and opens it by one tap', async ({
  page,
  site,
  user: { call },
  monitor,
  track,
  refresh,
}) => {
  await allowSubscriptions(page);
  await track(maples, railway);
  await monitor.open(`?resblockId=${maples.resblockId}`);
  await monitor.button('Save view').click();
  await page.getByLabel('Name of the view').fill('Under the maples');
  await monitor.button('Save').click();

  const news = await openChannels(page);
  await addChannel(news, 'ntfy', { Topic: 'ann-at-home' }, 'ntfy ntfy.sh');
  await addChannel(news, 'Browser', { 'Device name': 'My laptop' }, 'Browser My laptop');
  await news.getByLabel('New houses').uncheck();
  await news.getByLabel('Only these').check();
  await news.getByLabel('Under the maples').check();
  await monitor.button('Save', news).click();
  await expect(news.getByText('Saved.')).toBeVisible();

  await refresh('change');
  const told = async () => Messages.parse(await site.control('/channels'));
  const services = async () => (await told()).map(({ service }) => service).toSorted();
  await expect.poll(services, { timeout: 60_000 }).toEqual(['browser', 'ntfy']);
  const { houses: fallen } = await call('GET /api/ljmonitor/house/sorted', {
    query: { order: 'price', resblockIds: [maples.resblockId], news: 'cheaper' },
  });
  const pushed = await readPushed(page, site);
  const ofNtfy = (await told()).filter(({ service }) => service === 'ntfy');
  for (const { title, text, url } of [pushed, ...ofNtfy]) {
    expect(title).toBe(`${fallen.length} cheaper`);
    expect(text).toContain(maples.name);
    expect(text).not.toContain(railway.name);
    expect(new URL(url, site.origin).href).toBe(new URL(pushed.url, site.origin).href);
  }

  const { shown, tap } = await showPushed(page, site, pushed);
  expect(shown).toEqual({ title: pushed.title, body: pushed.text, tag: pushed.id });
  await tap();
  await expect(page).toHaveURL(pushed.url);
  await expect(monitor.houses).toHaveCount(fallen.length);
  for (const { houseId } of fallen) await expect(monitor.house(houseId)).toContainText('Price down');
});

import { minuteMs } from 'shared-types/rules/time';
import { addNtfyAndBrowser, allowSubscriptions, tapPushed } from '../fixtures/pushed-messages.ts';
import { siteNow } from '../fixtures/virtual-time.ts';
import { openChannels } from '../pages/news-section.ts';
import { expect, maples, railway, test } from './test.ts';

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
  const channels = await addNtfyAndBrowser(page, site, news);
  await news.getByLabel('New houses').uncheck();
  await news.getByLabel('Only these').check();
  await news.getByLabel('Under the maples').check();
  await monitor.button('Save', news).click();
  await expect(news.getByText('Saved.')).toBeVisible();

  await refresh('change');
  const refreshedMs = await siteNow(site);
  const messages = await channels.toldOf(maples.name);
  const { houses: fallen } = await call('GET /api/ljmonitor/house/sorted', {
    query: { order: 'price', resblockIds: [maples.resblockId], news: 'cheaper' },
  });
  const [pushed] = messages;
  for (const { title, text, url, time } of messages) {
    expect(time - refreshedMs).toBeLessThan(minuteMs);
    expect(title).toBe(`${fallen.length} cheaper`);
    expect(text).not.toContain(railway.name);
    expect(new URL(url, site.origin).href).toBe(new URL(pushed.url, site.origin).href);
  }

  await tapPushed(page, site, pushed);
  await expect(monitor.houses).toHaveCount(fallen.length);
  for (const { houseId } of fallen) await expect(monitor.house(houseId)).toContainText('Price down');
});

import { startScriptedListingSite, type ScriptedListingSite } from '../../support/site/scripted-listing-site.ts';
import { startSite } from '../../support/site/site.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test as base } from '../fixtures/test.ts';

/** Communities of 1, 5 and 9 pages, with two houses on a page. */
const communities = [
  { resblockId: '1199027300201', houses: 2 },
  { resblockId: '1199027300202', houses: 10 },
  { resblockId: '1199027300203', houses: 18 },
];
const pages = communities.flatMap(({ resblockId, houses }) =>
  Array.from({ length: houses / 2 }, (_, index) => `/ershoufang/${index === 0 ? '' : `pg${index + 1}`}c${resblockId}/`),
);

const test = base.extend<{ listing: ScriptedListingSite }>({
  listing: async ({}, use) => {
    const listing = await startScriptedListingSite({ signInCookie: 'token=reader' });
    for (const { resblockId, houses } of communities)
      listing.setPrices(resblockId, ...Array.from({ length: houses }, (_, index) => 500 + index));
    await use(listing);
    listing.close();
  },
  site: async ({ listing }, use) => {
    const site = await startSite({ env: { LISTING_ORIGIN: listing.origin, LISTING_PACE_MS: '60' } });
    await use(site);
    await site.stop();
  },
});

test.use({ otherOrigins: /^http:\/\/127\.0\.0\.1:/, expectedFailures: [401, 404] });

test('a person reads by hand what the listing site shows to signed-in readers only', async ({
  page,
  context,
  listing,
  user,
  openPage,
}) => {
  test.setTimeout(180_000);
  for (const { resblockId } of communities)
    await user.call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
  await expect
    .poll(async () => (await user.call('GET /api/ljmonitor/resblock', {})).map(({ state }) => state))
    .toEqual(['BLOCKED', 'BLOCKED', 'BLOCKED']);
  await page.goto('/ljmonitor');
  await page.getByRole('button', { name: 'Open its pages' }).first().click();
  await expect(page.getByText('Open this page and hand it in.')).toBeVisible();
  await page.getByRole('button', { name: 'Read by hand' }).click();
  await page.getByRole('button', { name: 'Read by hand' }).click();
  await expect(page.getByText('Open these 3 pages and hand in each. It takes a minute.')).toBeVisible();
  await expectGoodLooksInBothViews(page);
  const bookmarklet = (await page.getByText('Hand in page', { exact: true }).getAttribute('href')) ?? '';
  const script = decodeURIComponent(bookmarklet.replace(/^javascript:/, ''));

  await context.addCookies([{ name: 'token', value: 'reader', url: listing.origin }]);
  const reader = await context.newPage();
  let last = '';
  for (const path of pages) {
    await reader.goto(listing.origin + path);
    const opened = context.waitForEvent('page');
    await reader.evaluate(script);
    const bring = await opened;
    await bring.getByRole('button', { name: 'Hand in' }).click();
    const result = bring.getByRole('status').filter({ hasText: 'page' });
    await expect(result).toBeVisible();
    last = (await result.textContent()) ?? '';
    await bring.close();
  }
  expect(last).toMatch(/page 9 of 9: 2 houses\. .* is completely read\.$/);

  await page.reload();
  await expect(page.getByText(/read by you, just now/)).toHaveCount(3);
  expect(
    (await user.call('GET /api/ljmonitor/resblock', {})).map(({ state, houseCount }) => [state, houseCount]),
  ).toEqual(communities.map(({ houses }) => ['OK', houses]));

  await page.goto('/ljmonitor/bring');
  await expect(page.getByText('No page came along')).toBeVisible();
  await expectGoodLooksInBothViews(page);
  await page.getByLabel('Saved pages').setInputFiles({
    name: 'saved.html',
    mimeType: 'text/html',
    buffer: Buffer.from(`<!-- saved from url=(0041)${listing.origin}/login -->`),
  });
  await expect(page.getByText('This page asks for a sign-in.')).toBeVisible();

  const stranger = await openPage();
  await stranger.goto('/ljmonitor/bring');
  await expect(stranger.getByText('You are signed out')).toBeVisible();
});

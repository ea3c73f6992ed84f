import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { communities, expect, expectSameFromOpenSite, test } from './signed-in-readers.ts';

const pages = communities.flatMap(({ resblockId, houses }) =>
  Array.from({ length: houses / 2 }, (_, index) => `/ershoufang/${index === 0 ? '' : `pg${index + 1}`}c${resblockId}/`),
);

test.use({ otherOrigins: /^http:\/\/127\.0\.0\.1:/, expectedFailures: [401, 404] });

test(
  'a person reads by hand what the listing site shows to signed-in readers only',
  { tag: '@deep' },
  async ({ page, context, listing, site, user, openPage }) => {
    test.setTimeout(180_000);
    for (const { resblockId } of communities)
      await user.call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    await expect
      .poll(async () => (await user.call('GET /api/ljmonitor/resblock', {})).map(({ state }) => state))
      .toEqual(['BLOCKED', 'BLOCKED', 'BLOCKED']);
    await page.goto('/ljmonitor');
    await page.getByRole('button', { name: 'Open pages' }).first().click();
    await expect(page.getByText('Open this page and hand it in.')).toBeVisible();
    await page.getByRole('button', { name: 'Check by hand' }).click();
    await page.getByRole('button', { name: 'Check by hand' }).click();
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
    expect(last).toMatch(/page 9 of 9: 2 houses\. .* is complete\.$/);

    await page.reload();
    await expect(page.getByText(/checked by you, just now/)).toHaveCount(3);
    expect(
      (await user.call('GET /api/ljmonitor/resblock', {})).map(({ state, houseCount }) => [state, houseCount]),
    ).toEqual(communities.map(({ houses }) => ['OK', houses]));

    await page.goto('/ljmonitor/bring');
    await expect(page.getByText('No page arrived')).toBeVisible();
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
    await expectSameFromOpenSite({ site, listing, user });
  },
);

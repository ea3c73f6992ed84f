import type { Page, Route } from '@playwright/test';
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

/** Saves the page that a tab shows as Chrome does: as a single file. */
async function snapshotOf(tab: Page): Promise<Buffer> {
  const session = await tab.context().newCDPSession(tab);
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
  return Buffer.from(data);
}

/** Each way to save the page that a tab shows: the file's name and its content. */
const waysToSave: [string, (tab: Page) => Promise<string | Buffer>][] = [
  ['二手房.mhtml', snapshotOf],
  [
    'complete.html',
    async (tab) => (await tab.content()).replace('<html', `<!-- saved from url=(0041)${tab.url()} -->\n<html`),
  ],
  ['source', async (tab) => (await tab.request.get(tab.url())).body()],
  [
    'SingleFile.html',
    async (tab) =>
      (await tab.content()).replace(
        '<head>',
        `<!--\n Page saved with SingleFile \n url: ${tab.url()} \n--><head><style>${'i {}'.repeat(9999)}</style>`,
      ),
  ],
  [
    'Firefox.htm',
    async (tab) =>
      (await tab.content())
        .replace(/<link rel="canonical"[^>]*>/, '')
        .replaceAll('href="/', `href="${new URL(tab.url()).origin}/`),
  ],
];

test('a person hands in files as browsers save them', async ({ page, context, listing, user }) => {
  const [one, five] = communities;
  if (!one || !five) throw new Error('two communities');
  for (const { resblockId } of [one, five])
    await user.call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
  await context.addCookies([{ name: 'token', value: 'reader', url: listing.origin }]);
  const reader = await context.newPage();
  const files = [];
  for (const [index, [name, save]] of waysToSave.entries()) {
    await reader.goto(`${listing.origin}/ershoufang/${index === 0 ? '' : `pg${index + 1}`}c${five.resblockId}/`);
    files.push({ name, mimeType: 'text/html', buffer: Buffer.from(await save(reader)) });
  }
  await page.goto('/ljmonitor');
  await page.getByRole('button', { name: 'Check by hand' }).click();
  await page.getByLabel('Saved pages').setInputFiles(files);
  await expect(page.getByText(/page 5 of 5: 2 houses\. .* is complete\.$/)).toBeVisible();

  await page.goto('/ljmonitor/bring');
  const chosen = page.getByLabel('Saved pages');
  await chosen.setInputFiles([
    {
      name: 'search.html',
      mimeType: 'text/html',
      buffer: Buffer.from(`<!-- saved from url=(0041)${listing.origin}/ershoufang/l2c${one.resblockId}/ --><html>`),
    },
    { name: 'page.webarchive', mimeType: '', buffer: Buffer.from('bplist00') },
  ]);
  await expect(page.getByText('with the format “Page Source”')).toBeVisible();
  await expectGoodLooksInBothViews(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: `${new URL(listing.origin).host}/ershoufang/c${one.resblockId}/` }).click();
  const list = await opened;
  await list.waitForLoadState();
  await chosen.setInputFiles({ name: 'list.mht', mimeType: 'multipart/related', buffer: await snapshotOf(list) });
  await expect(page.getByText(/page 1 of 1: 2 houses\. .* is complete\.$/)).toBeVisible();
});

test.describe('while the site does not answer', () => {
  test.use({ cutsOff: true, expectedFailures: [401, 404, 500] });

  test('a page is sent again by itself, and then by the person', async ({ page, context, listing, user }) => {
    const [one] = communities;
    if (!one) throw new Error('a community');
    await user.call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: one.resblockId } });
    await context.addCookies([{ name: 'token', value: 'reader', url: listing.origin }]);
    const reader = await context.newPage();
    await reader.goto(`${listing.origin}/ershoufang/c${one.resblockId}/`);
    const refused = { status: 500, json: { message: 'Internal Server Error' } };
    const answers: ((route: Route) => Promise<void>)[] = [
      (route) => route.fulfill(refused),
      (route) => route.abort(),
      (route) => route.continue(),
    ];
    await page.goto('/ljmonitor/bring');
    await page.route('**/api/ljmonitor/page', async (route) => {
      if (route.request().method() === 'POST') await answers.shift()?.(route);
      else await route.continue();
    });
    const file = { name: 'list.mhtml', mimeType: 'multipart/related', buffer: await snapshotOf(reader) };
    await page.getByLabel('Saved pages').setInputFiles(file);
    await page.getByRole('button', { name: 'Hand in again' }).click();
    await expect(page.getByText(/page 1 of 1: 2 houses\. .* is complete\.$/)).toBeVisible();
    expect(answers).toEqual([]);
  });
});

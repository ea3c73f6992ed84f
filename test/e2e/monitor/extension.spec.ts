import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { startExtension } from '../../support/extension/extension.ts';
import { signInContext } from '../fixtures/accounts.ts';
import { communities, expect, expectSameFromOpenSite, test } from './signed-in-readers.ts';

const [single] = communities;
const BrowserPage = z.object({ url: z.string(), html: z.string() });

test.use({
  otherOrigins: /^http:\/\/127\.0\.0\.1:|^https:\/\/extension\.test\//,
  expectedFailures: [401, 404],
});

test(
  'the browser extension reads what the listing site shows to signed-in readers only',
  { tag: '@deep' },
  async ({ context, listing, site, user }) => {
    test.setTimeout(180_000);
    for (const { resblockId } of communities)
      await user.call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    const states = async () =>
      (await user.call('GET /api/ljmonitor/resblock', {})).map(({ state, houseCount }) => [state, houseCount]);
    await expect.poll(states).toEqual(communities.map(() => ['BLOCKED', 0]));

    const extension = await startExtension(context);
    const popup = await extension.openPopup();
    const posted: { url: string; html: string }[] = [];
    context.on('request', (request) => {
      const body = request.url().endsWith('/api/ljmonitor/page') ? request.postDataBuffer() : null;
      if (body) posted.push(BrowserPage.parse(JSON.parse(gunzipSync(body).toString())));
    });
    const says = (text: string | RegExp) => expect(popup.getByRole('status')).toHaveText(text);

    await popup.getByLabel('The address of your site').fill('http://example.com');
    await popup.getByRole('button', { name: 'Connect' }).click();
    await says(/begins with https/);
    await popup.getByLabel('The address of your site').fill(site.origin);
    await popup.getByRole('button', { name: 'Connect' }).click();
    await says(/^Connected/);

    // The listing site asks for a sign-in, so nothing is read until the person has signed in there.
    await popup.getByRole('button', { name: 'Check all communities' }).click();
    await says(/asks for a sign-in.*continues when the list appears/);
    extension.passHalfMinute();
    // The page in place of the list stays in the browser, and its address alone is sent.
    expect(posted).toEqual([{ url: `${listing.origin}/login`, html: '' }]);
    const listPages = () => extension.opened.filter(({ url }) => url.startsWith(`${listing.origin}/ershoufang/`));
    expect(listPages()).toHaveLength(1);
    // The browser ends the worker while it waits, and the alarm starts it again. Then the extension is loaded anew.
    extension.whenOpened(4, extension.endBackgroundAtTimer);
    extension.whenOpened(9, () => extension.reload());
    await context.addCookies([{ name: 'token', value: 'reader', url: listing.origin }]);
    const walked = context.pages().find((each) => each.url() === `${listing.origin}/login`);
    await walked?.goto(`${listing.origin}/ershoufang/c${single?.resblockId}/`);

    await expect.poll(extension.isBackgroundEnded).toBe(true);
    await expect(popup.getByRole('progressbar')).toHaveAttribute('value', '2');
    extension.passHalfMinute();
    await says(/page 9 of 9: 2 houses\. .* is complete\. All pages are handed in\.$/);
    expect(extension.badge()).toBe('');
    expect(extension.alarms.size).toBe(0);

    expect(await states()).toEqual(communities.map(({ houses }) => ['OK', houses]));
    const urls = listPages().map(({ url }) => url);
    expect(new Set(urls).size).toBe(15);
    const pauses = listPages().map(({ atMs }, index, all) => atMs - (all[index - 1]?.atMs ?? -Infinity));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(6000);
    const bring = context.pages().filter((each) => each.url().endsWith('/ljmonitor/bring'));
    expect(bring).toHaveLength(1);
    await expect(bring[0]?.getByText('hands in pages through this tab') ?? popup.locator('none')).toBeVisible();

    // The person is looking at this tab.
    const reader = await context.newPage();
    await reader.goto(`${listing.origin}/ershoufang/c${single?.resblockId}/`);
    extension.show(reader);
    await popup.getByRole('button', { name: 'Hand in this page' }).click();
    await says(/page 1 of 1: 2 houses\. .* is complete\.$/);
    await reader.goto(`${listing.origin}/chengjiao/c${single?.resblockId}/`);
    await popup.getByRole('button', { name: 'Hand in this page' }).click();
    await says(/page 1 of 1: 2 sales\. All sold houses of this community are known now\.$/);
    const resblockId = single?.resblockId ?? '';
    const { sales } = await user.call('GET /api/ljmonitor/sold', { query: { resblockId } });
    expect(sales.map(({ price, date }) => [price, date])).toEqual([
      [500, '2020-10-04'],
      [501, '2020-10-04'],
    ]);
    await reader.goto('about:blank');
    await popup.getByRole('button', { name: 'Hand in this page' }).click();
    await says(/not a page of the listing site/);

    // The captcha comes at the address of the list itself. It is sent once, until the person asks for the page again.
    const first = `${listing.origin}/ershoufang/c${single?.resblockId}/`;
    await context.route(first, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html><head><title>CAPTCHA</title></head></html>' }),
    );
    await popup.getByRole('button', { name: 'Check all communities' }).click();
    await says(/captcha.*continues when the list appears/);
    const sent = posted.length;
    extension.passHalfMinute();
    await popup.waitForTimeout(500);
    expect(posted).toHaveLength(sent);
    await context.unroute(first);
    await popup.getByRole('button', { name: 'Open the page again' }).click();
    await says(/All pages are handed in\.$/);

    await context.clearCookies();
    await context.addCookies([{ name: 'token', value: 'reader', url: listing.origin }]);
    await reader.goto(`${listing.origin}/ershoufang/c${single?.resblockId}/`);
    await popup.getByRole('button', { name: 'Hand in this page' }).click();
    await says(/signed out/);

    // Signed out, a walk waits, at its beginning and later. After the sign-in it goes on by itself.
    await popup.getByRole('button', { name: 'Check all communities' }).click();
    extension.whenOpened(extension.opened.length + 5, () => void context.clearCookies({ name: /sid$/ }));
    for (let times = 0; times < 2; times += 1) {
      await says(/signed out.*continues automatically/);
      await signInContext(context, site, user.name);
      // An alarm that comes before a tab has loaded does nothing, and the next one does it.
      await expect(async () => {
        extension.passHalfMinute();
        await expect(popup.getByRole('status')).toHaveText(/page \d of \d/, { timeout: 5000 });
      }).toPass();
    }
    await says(/All pages are handed in\.$/);
    await expectSameFromOpenSite({ site, listing, user });
  },
);

import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('a start link', () => {
  // A visitor has no session, and a link that was revoked is refused.
  test.use({ ownSite: true, expectedFailures: [401, 403, 503] });

  test('lets a friend without an account start one server, until it is revoked', async ({ page, openPage, site }) => {
    await page.goto('/stack/detail?stackName=bedrock-survival');
    await page.getByText('Start links', { exact: true }).click();
    await page.getByLabel('For', { exact: true }).fill('Tom');
    await page.getByRole('button', { name: 'Create link' }).click();
    const code = page.getByRole('status').filter({ hasText: '/stack/start#' }).locator('code');
    const link = (await code.textContent()) ?? '';
    expect(link).toMatch(new RegExp(`^${site.origin}/stack/start#bedrock-survival\\.[\\w-]{43}$`));
    await expect(page.getByRole('listitem').filter({ hasText: 'Tom' }).getByText('expires')).toBeVisible();
    await expectGoodLooksInBothViews(page);

    // The friend has a telephone, and needs two taps from the link to the address on the clipboard.
    const guest = await openPage(undefined, { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true });
    await guest.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await guest.goto(link);
    await expect(guest.getByText('The server is off.')).toBeVisible();
    await expectGoodLooksInBothViews(guest);
    await guest.getByRole('button', { name: 'Start', exact: true }).tap();
    await expect(guest.getByText('The server is starting')).toBeVisible();
    await expect
      .poll(
        async () => {
          await site.control('/clock', { advanceMs: 20_000 });
          return guest.getByRole('status').filter({ hasText: 'The server' }).textContent();
        },
        { intervals: [500], timeout: 60_000 },
      )
      .toBe('The server is up.');
    await expectGoodLooksInBothViews(guest);
    await guest.getByRole('button', { name: 'Copy', exact: true }).tap();
    expect(await guest.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^[\d.]+:19132$/);
    // The game asks for the address and the port in two fields.
    await guest.getByRole('button', { name: 'Copy port' }).tap();
    expect(await guest.evaluate<string>('navigator.clipboard.readText()')).toBe('19132');

    await page.reload();
    await page.getByText('Start links', { exact: true }).click();
    await expect(page.getByText('started the server at')).toBeVisible();
    await expect(code).toHaveCount(0);
    await page.getByRole('button', { name: 'Revoke link Tom' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Tom' }).getByText('revoked')).toBeVisible();
    await guest.reload();
    await expect(guest.getByText('This link does not work.')).toBeVisible();
  });
});

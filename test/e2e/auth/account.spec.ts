import { password } from '../../support/credentials.ts';
import type { Page } from '@playwright/test';
import { codeAt, stepAt } from 'local/aws/cognito/credentials/totp';
import * as z from 'zod';
import { authenticatorCode } from '../../support/site/accounts.ts';
import { signIn } from '../fixtures/accounts.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

const newPassword = 'Brand-new-22';

/** Lets the five minutes after a sign-in pass, and nothing else. */
const becomeQuiet = (site: { control: (path: string, body: object) => Promise<unknown> }) =>
  site.control('/clock', { advanceMs: 5 * 60_000 });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Verify your identity' });

test.describe('the account page', () => {
  test.use({ expectedFailures: [400, 401, 403] });

  test(
    'changes the password after a confirmation, and keeps what was typed',
    { tag: '@deep' },
    async ({ page, auth, site, account, openPage }) => {
      await signIn(page, site, account);
      const other = await openPage();
      await signIn(other, site, account);
      await becomeQuiet(site);
      await page.goto('/auth');
      await auth.button('Change password').click();
      await expectGoodLooksInBothViews(page);
      await auth.fillNewPassword(newPassword);
      await auth.button('Change password').click();

      const dialog = dialogOf(page);
      await expect(auth.field('Current password')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('Your password has not been changed')).toBeVisible();
      await expect(auth.field('Confirm password')).toHaveValue(newPassword);
      await auth.button('Change password').click();
      await auth.field('Current password').fill('Wrong-one-1');
      await auth.field('MFA code').fill(await authenticatorCode(site, account));
      await auth.button('Confirm').click();
      await auth.expectMessageAt('Current password', 'This is not your current password');
      await expectGoodLooksInBothViews(page, { isLoading: true });
      await auth.field('Current password').fill(password);
      await auth.button('Confirm').click();
      await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible();
      await expect(dialog).toHaveCount(0);

      await page.reload();
      await expect(auth.button('Sign out')).toBeVisible();
      await other.reload();
      await expect(other.getByRole('link', { name: 'Sign in with Cognito' })).toBeVisible();
    },
  );

  test('changes the authenticator after a confirmation', async ({ page, auth, site, account }) => {
    await signIn(page, site, account);
    await becomeQuiet(site);
    await page.goto('/auth');
    await auth.button('Change authenticator').click();
    await auth.field('Current password').fill(password);
    await auth.submitCode('MFA code', 'Confirm', await authenticatorCode(site, account));
    const secret = (await page.locator('code').textContent()) ?? '';
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expectGoodLooksInBothViews(page);
    const codeNow = async () => {
      const { now } = z.object({ now: z.number() }).parse(await site.control('/clock', { advanceMs: 0 }));
      return codeAt(secret.replaceAll(' ', ''), stepAt(now));
    };
    const label = 'Code of the new authenticator';
    await auth.submitCode(label, 'Change authenticator', (await codeNow()) === '000000' ? '000001' : '000000');
    await auth.expectMessageAt(label, 'Your authenticator has not been changed');
    await auth.submitCode(label, 'Change authenticator', await codeNow());
    await expect(page.getByText('Your authenticator has been changed.')).toBeVisible();

    // The next code is one of the new authenticator.
    // An open page would notice that its session is gone, and its steps towards Google would be counted with these.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await signIn(page, site, account);
    await page.goto('/auth');
    await expect(auth.button('Sign out')).toBeVisible();
  });

  test('asks once for several acts', { tag: '@deep' }, async ({ page, auth, site, account, openPage }) => {
    for (const _ of [1, 2]) await signIn(await openPage(), site, account);
    await signIn(page, site, account);
    await becomeQuiet(site);
    await page.goto('/auth');
    const ends = page.getByRole('button', { name: /^End session since/ });
    await expect(ends).toHaveCount(2);
    await ends.first().click();
    await auth.field('Current password').fill(password);
    await auth.submitCode('MFA code', 'Confirm', await authenticatorCode(site, account));
    await expect(ends).toHaveCount(1);
    await ends.first().click();
    await expect(ends).toHaveCount(0);
    await expect(dialogOf(page)).toHaveCount(0);
  });
});

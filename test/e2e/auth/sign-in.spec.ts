import { authenticatorCode, mailedCode } from '../../support/site/accounts.ts';
import { signIn } from '../fixtures/accounts.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, nameOf, test } from './test.ts';

test.describe('the sign-in', () => {
  test('starts where the visitor wanted to go, and offers two ways', async ({ page, auth }) => {
    await page.goto('/ljmonitor?resblockId=1199027300103#h');
    await expect(page).toHaveURL(/\/auth\?redirectUrl=/);
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(auth.google).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await auth.cognito.click();
    await auth.expectTitle('Sign in');
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1199027300103#h');
    await expectGoodLooksInBothViews(page);
  });

  test('needs a code of the authenticator, and opens the requested address', async ({ page, auth, site, account }) => {
    await auth.openSignIn('/ljmonitor?resblockId=1199027300103#h');
    await auth.signIn(account);
    await expect(auth.field('MFA code')).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(auth.field('MFA code')).toHaveAttribute('inputmode', 'numeric');
    await expectGoodLooksInBothViews(page);
    await auth.field('MFA code').fill(await authenticatorCode(site, account));
    await auth.field('MFA code').press('Enter');
    await expect(page).toHaveURL('/ljmonitor?resblockId=1199027300103#h');
    await expect(auth.userLink(nameOf(account))).toBeVisible();
  });

  test('goes on with the right code after a wrong one', async ({ page, auth, site, account }) => {
    await auth.openSignIn('/stack');
    await auth.signIn(account);
    const right = await authenticatorCode(site, account);
    await auth.submitCode('MFA code', 'Confirm', right === '000000' ? '000001' : '000000');
    await auth.expectMessageAt('MFA code', 'MFA confirm error');
    await expectGoodLooksInBothViews(page);
    await auth.submitCode('MFA code', 'Confirm', right);
    await expect(page).toHaveURL('/stack');
  });

  test('ends when the user signs out', async ({ page, auth, site, account }) => {
    await signIn(page, site, account);
    await page.goto('/auth');
    await auth.button('Sign out').click();
    await expect(page).toHaveURL('/auth?redirectUrl=%2F');
    // The button has started another sign-in with Google, which has its step cookie.
    await expect(auth.google).toBeVisible();
    const cookies = (await page.context().cookies()).map(({ name }) => name);
    expect(cookies.toSorted()).toEqual(['__Host-device', '__Host-step-g']);
    await page.goBack();
    await expect(auth.button('Sign out')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  });
});

test.describe('the user card', () => {
  test('shows the sessions of the user, and ends one in another browser', async ({
    page,
    auth,
    site,
    account,
    openPage,
  }) => {
    const elsewhere = await openPage();
    await signIn(elsewhere, site, account);
    await signIn(page, site, account);
    await page.goto('/');
    await auth.userLink(nameOf(account)).click();
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    await expect(page.getByText(/^cognito\|/)).toHaveCount(1);
    await expectGoodLooksInBothViews(page);
    const end = page.getByRole('button', { name: /^End session since / });
    await end.click();
    await expect(end).toHaveCount(0);
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    await elsewhere.goto('/stack');
    await expect(elsewhere.getByRole('alert')).toHaveText(
      'Your session has ended. Sign in to go on where you left off.',
    );
    expect(new URL(elsewhere.url()).searchParams.get('redirectUrl')).toBe('/stack');
    await page.reload();
    await expect(auth.userLink(nameOf(account))).toBeVisible();
  });
});

test.describe('a forgotten password', () => {
  test('is replaced with a mailed code, and the authenticator is still needed', async ({
    page,
    auth,
    site,
    account,
  }) => {
    await auth.openSignIn();
    await auth.button('Forgot your password?').click();
    await auth.expectTitle('Forgot password');
    await expect(auth.button('Send code')).toBeDisabled();
    await expectGoodLooksInBothViews(page);
    await auth.field('Username').fill(account.toUpperCase());
    await auth.field('Username').press('Enter');
    await expect(auth.field('Confirmation code')).toBeVisible();
    await expect(auth.field('Username')).toHaveValue(account);
    await auth.field('Confirmation code').fill('wrong');
    await auth.field('Password').fill('abc4');
    await auth.field('Confirm password').fill('Brand-new-2');
    await auth.field('Confirmation code').focus();
    await expect(page.getByText('password should be at least 8 characters')).toBeVisible();
    await expect(auth.button('Change password')).toBeDisabled();
    await auth.field('Password').fill('Brand-new-2');
    await auth.button('Change password').click();
    await expect(page.getByText('Could not change the password')).toBeVisible();
    await expectGoodLooksInBothViews(page);
    await auth.button('Resend code').click();
    await expect(page.getByText('New code sent.')).toBeVisible();
    await expect(page.getByText('Could not change the password')).toHaveCount(0);
    await auth.field('Confirmation code').fill(await mailedCode(site, account));
    await auth.button('Change password').click();
    await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible();
    await expect(auth.field('Username')).toHaveValue(account);
    await expect(auth.field('Password')).toBeFocused();
    await expectGoodLooksInBothViews(page);
    await auth.field('Password').fill('Brand-new-2');
    await auth.button('Sign In').click();
    await expect(auth.field('MFA code')).toBeVisible();
    expect(page.url()).toContain('redirectUrl=%2Fstack');
  });
});

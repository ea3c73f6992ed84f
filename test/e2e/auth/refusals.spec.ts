import type { Request } from '@playwright/test';
import { signInContext } from '../fixtures/accounts.ts';
import { expectGoodLooks } from '../fixtures/looks.ts';
import type { AuthPage } from '../pages/auth-page.ts';
import { expect, test } from './refusing.ts';

const username = 'ann@example.com';

/** The message stands under its field, which is focused. A change of the field takes the message away. */
async function expectRefusalAt(auth: AuthPage, label: string, text: string) {
  await auth.expectMessageAt(label, text);
  await expect(auth.field(label)).toHaveAttribute('aria-invalid', 'true');
  await expect(auth.field(label)).toBeFocused();
  await auth.field(label).press('End');
  await auth.field(label).press('1');
  await auth.expectNoMessage(text);
}

test.describe('a refusal', { tag: ['@phone-only', '@deep'] }, () => {
  for (const [errorCode, status, text] of [
    ['incorrectUsernameOrPassword', 400, 'Incorrect username or password'],
    ['tooMany', 429, 'Login error'],
    ['unavailable', 503, 'Login error'],
  ] as const)
    test(`is shown at the password after a sign-in: ${errorCode}`, async ({ page, auth, refusals }) => {
      refusals.set('sign_in', { errorCode, status });
      await auth.openSignIn();
      await auth.signIn(username);
      await expectRefusalAt(auth, 'Password', text);
      await expect(page).toHaveURL(/\/auth\/signin\/cognito\?/);
    });

  test('is shown at the invitation after a sign-up, and at the code after its confirmation', async ({
    page,
    auth,
    refusals,
  }) => {
    refusals.set('sign_up', { errorCode: 'signUpRefused' });
    refusals.set('sign_up_confirm', { errorCode: 'confirmRefused' });
    await auth.openSignIn();
    await auth.signUp(username);
    await expectRefusalAt(auth, 'Invitation code', 'Sign Up Error');
    refusals.delete('sign_up');
    await auth.button('Sign Up').click();
    await auth.submitCode('Confirmation code', 'Confirm Sign Up');
    await expectRefusalAt(auth, 'Confirmation code', 'Confirm Error');
    await expect(page).toHaveURL(/\/auth\/signin\/cognito\?/);
  });

  test('is shown at the code when a sign-in requires the confirmation', async ({ page, auth, refusals }) => {
    refusals.set('sign_in', { errorCode: 'requiresConfirm' });
    refusals.set('sign_up_confirm', { errorCode: 'confirmRefused' });
    await auth.openSignIn();
    await auth.signIn(username);
    await auth.submitCode('Confirmation code', 'Confirm Sign Up');
    await expectRefusalAt(auth, 'Confirmation code', 'Confirm Error');
    await expect(page).toHaveURL(/\/auth\/signin\/cognito\?/);
  });

  for (const [call, next] of [
    ['sign_in_confirm', 'requireMFA'],
    ['setup_mfa', 'requireSetupMFA'],
  ] as const)
    test(`distinguishes a wrong code, too many of them, and an expired step of ${call}`, async ({
      page,
      auth,
      refusals,
    }) => {
      refusals.set('sign_in', { errorCode: next });
      await auth.openSignIn();
      await auth.signIn(username);
      refusals.set(call, { errorCode: 'wrongCode' });
      await auth.submitCode('MFA code', 'Confirm');
      await expectRefusalAt(auth, 'MFA code', 'MFA confirm error');

      refusals.set(call, { errorCode: 'tooMany', status: 429 });
      await auth.submitCode('MFA code', 'Confirm');
      await expect(page.getByText('Too many wrong codes. Try again in 2 minutes.', { exact: true })).toBeVisible();
      await expectRefusalAt(auth, 'MFA code', 'MFA confirm error');

      refusals.set(call, { errorCode: 'expired' });
      await auth.submitCode('MFA code', 'Confirm');
      await expect(page.getByRole('alert')).toHaveText(/has ended, because a code was wrong or it took too long\./);
      await expect(auth.field('Username')).toHaveValue(username);
      await expectGoodLooks(page);
      expect(page.url()).toContain('redirectUrl=%2Fstack');
      await auth.button('Sign In').click();
      await expect(auth.field('MFA code')).toBeVisible();
    });

  for (const [error, sentence] of [
    ['notAllowed', 'This account does not have access. Try another account, or ask the owner.'],
    ['expired', 'The sign-in has expired or was started in another browser. Try again.'],
    ['provider', 'Google sign-in failed. Try again in a moment.'],
  ] as const)
    test(`is shown on the sign-in page after Google’s redirect: ${error}`, async ({ page, auth }) => {
      await page.goto(`/auth?error=${error}&redirectUrl=%2Fstack`);
      await expect(page.getByRole('alert')).toHaveText(sentence);
      await expectGoodLooks(page);
      await auth.cognito.click();
      await expect(auth.field('Username')).toBeVisible();
      expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/stack');
    });
});

test.describe('an address that is no page of the site', { tag: ['@phone-only', '@deep'] }, () => {
  const addresses = ['//elsewhere.example', 'javascript:alert(1)', '/api/auth/logout'];

  for (const redirectUrl of addresses)
    test(`is not opened after a sign-in, which ends at /auth: ${redirectUrl}`, async ({
      page,
      auth,
      site,
      refusals,
    }) => {
      refusals.set('sign_in', { errorCode: 'requireMFA' });
      await auth.openSignIn(redirectUrl);
      await auth.signIn(username);
      await expect(auth.field('MFA code')).toBeVisible();
      const opened: string[] = [];
      page.on('request', (request: Request) => void (request.isNavigationRequest() && opened.push(request.url())));
      await auth.submitCode('MFA code', 'Confirm');
      await expect(page).toHaveURL('/auth');
      expect(opened).toEqual([`${site.origin}/auth`]);
    });

  test('is not offered to a user who is signed in', async ({ page, auth, site, user }) => {
    await signInContext(page.context(), site, user.name);
    const goOn = page.getByRole('link', { name: 'Continue where you left off' });
    for (const address of addresses) {
      await page.goto(`/auth?redirectUrl=${encodeURIComponent(address)}`);
      await auth.expectTitle('Your account');
      await expect(goOn).toHaveCount(0);
      // The calls of a page that was left go on, and would use the executions of the next page.
      await page.waitForLoadState('networkidle');
    }
    await page.goto('/auth?redirectUrl=%2Fstack');
    await goOn.click();
    await expect(page).toHaveURL('/stack');
  });
});

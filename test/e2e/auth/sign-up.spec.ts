import { password } from '../../support/credentials.ts';
import { authenticatorCode, createInvitation, mailedCode, register } from '../../support/site/accounts.ts';
import { expectGoodLooksInBothViews, stopTimers } from '../fixtures/looks.ts';
import { VirtualTime } from '../fixtures/virtual-time.ts';
import { expect, test } from './test.ts';

test.describe('the sign-up', () => {
  test('says at each field what is wrong with it, once the field is left', async ({ page, auth, site }) => {
    await auth.openSignIn();
    await auth.button("Don't have an account? Sign Up").click();
    await auth.expectTitle('Sign up');
    await expect(auth.field('Invitation code')).toBeFocused();
    await auth.field('Invitation code').fill(await createInvitation(site));
    await auth.field('Username').fill('newcomer');
    await auth.field('Password').fill('abc4');
    await expect(page.getByText('a digit: met')).toHaveCount(1);
    await expect(page.getByText(': met')).toHaveCount(2);
    await expect(page.getByText('password should be')).toHaveCount(0);
    await auth.field('Confirm password').fill('abc');
    await auth.field('Invitation code').focus();
    for (const [label, message] of [
      ['Username', 'username should be an email address'],
      ['Password', 'password should be at least 8 characters, contains numeric, lower and upper case letters'],
      ['Confirm password', 'password not match'],
    ] as const)
      await auth.expectMessageAt(label, message);
    await expect(auth.button('Sign Up')).toBeDisabled();
    await expectGoodLooksInBothViews(page);
  });

  test('leads to the confirmation, and back and forth with the buttons of the browser', async ({
    page,
    auth,
    site,
    username,
  }) => {
    await auth.openSignIn();
    await auth.signUp(` ${username.toUpperCase()} `, await createInvitation(site));
    await expect(auth.field('Confirmation code')).toBeVisible();
    await expect(auth.field('Username')).toHaveValue(username);
    await expect(auth.field('Username')).toHaveAttribute('readonly');
    await expectGoodLooksInBothViews(page);
    await page.goBack();
    await auth.expectTitle('Sign up');
    await page.goBack();
    await expect(auth.button('Sign In')).toBeVisible();
    await page.goForward();
    await page.goForward();
    await expect(auth.field('Confirmation code')).toBeVisible();
    expect(page.url()).toContain('redirectUrl=');
  });

  test('is confirmed with the mailed code, also after a reload, and counts down', async ({
    page,
    auth,
    site,
    username,
  }) => {
    await page.clock.install();
    const time = new VirtualTime(page, site);
    await auth.openSignIn();
    await auth.signUp(username, await createInvitation(site));
    await expect(auth.field('Confirmation code')).toBeVisible();
    await page.reload();
    await auth.button('Resend code').click();
    await expect(page.getByText('New code sent.')).toBeVisible();
    await expect(auth.button('Confirm Sign Up')).toBeDisabled();
    await auth.field('Confirmation code').fill(await mailedCode(site, username));
    await page.clock.pauseAt(Date.now() + 60_000);
    await auth.field('Confirmation code').press('Enter');
    await time.ticking(page.getByText(`Thank you for registration ${username}!`, { exact: true }).waitFor());
    await expect(page.getByRole('img', { name: 'Thumbs up' })).toBeVisible();
    await time.ticking(expectGoodLooksInBothViews(page));
    for (const left of [5, 4, 3, 2, 1]) {
      await expect(page.getByText(`in ${left} s`)).toBeVisible();
      await page.clock.runFor(1_000);
    }
    await page.clock.resume();
    await expect(auth.button('Sign In')).toBeVisible();
  });

  test('shows the secret of the authenticator as a picture and as text', async ({ page, auth, site, username }) => {
    await register(site, username);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await auth.openSignIn();
    await auth.signIn(username);
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    const code = page.locator('code');
    await expect(code).toHaveText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/);
    await expect(auth.button('Confirm')).toBeDisabled();
    await expectGoodLooksInBothViews(page);
    await stopTimers(page);
    await auth.button('Copy').click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    await page.clock.resume();
    const secret = (await code.innerText()).replaceAll(' ', '');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
    const shown = await authenticatorCode(site, username);
    await auth.field('MFA code').fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
    await auth.field('MFA code').press('Enter');
    await auth.button('Sign In Page').click();
    await expect(auth.button('Sign In')).toBeVisible();
    await expect(auth.field('Password')).toHaveValue(password);
  });
});

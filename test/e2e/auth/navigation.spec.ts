import type { AuthPage } from '../pages/auth-page.ts';
import { expect, type Refusals, test } from './refusing.ts';

const username = 'ann@example.com';

type Go = (auth: AuthPage, refusals: Refusals) => Promise<void>;

/** Signs in, which the server refuses with a code that leads to another form. */
const signInTo =
  (errorCode: string): Go =>
  async (auth, refusals) => {
    refusals.set('sign_in', { errorCode });
    await auth.signIn(username);
  };
const signUp: Go = (auth) => auth.signUp(username);
const forgetPassword: Go = (auth) => auth.button('Forgot your password?').click();

interface Step {
  /** The headings of the page that the test leaves, and of the one that it returns to. */
  from: string;
  to: string;
  go: Go;
  /** Whether the forward button leads to the page again. It must not where a step is done once. */
  isRepeatable?: boolean;
}

const thanks = `Thank you for registration ${username}!`;
const steps: Step[] = [
  { from: 'Sign up', to: 'Sign in', go: (auth) => auth.button("Don't have an account? Sign Up").click() },
  { from: 'Confirm sign-up', to: 'Sign up', go: signUp },
  { from: 'Confirm sign-up', to: 'Sign in', go: signInTo('requiresConfirm') },
  { from: 'Set up an authenticator', to: 'Sign in', go: signInTo('requireSetupMFA') },
  { from: 'Two-step verification', to: 'Sign in', go: signInTo('requireMFA') },
  { from: 'Forgot password', to: 'Sign in', go: forgetPassword },
  {
    from: 'New password',
    to: 'Forgot password',
    async go(auth, refusals) {
      await forgetPassword(auth, refusals);
      await auth.field('Username').fill(username);
      await auth.button('Send code').click();
    },
  },
  {
    from: thanks,
    to: 'Sign up',
    async go(auth, refusals) {
      await signUp(auth, refusals);
      await auth.submitCode('Confirmation code', 'Confirm Sign Up');
    },
    isRepeatable: false,
  },
  {
    from: thanks,
    to: 'Sign in',
    async go(auth, refusals) {
      await signInTo('requireSetupMFA')(auth, refusals);
      await auth.submitCode('MFA code', 'Confirm');
    },
    isRepeatable: false,
  },
];

test.describe('the way back', () => {
  test.beforeEach(async ({ page, auth, refusals }) => {
    refusals.clear();
    await page.goto('/auth?redirectUrl=%2Fstack');
    await auth.cognito.click();
    await expect(auth.field('Password')).toBeVisible();
  });

  test('leads from the first form to the sign-in page, with either button', async ({ page, auth }) => {
    await auth.button('Back').click();
    await auth.cognito.click();
    await expect(auth.field('Password')).toBeVisible();
    await page.goBack();
    await expect(auth.cognito).toBeVisible();
    await expect(page).toHaveURL('/auth?redirectUrl=%2Fstack');
  });

  for (const { from, to, go, isRepeatable = true } of steps)
    test(`leads from "${from}" to "${to}"`, async ({ page, auth, refusals }) => {
      await go(auth, refusals);
      await auth.expectTitle(from);
      await page.goBack();
      await auth.expectTitle(to);
      await expect(page).toHaveURL('/auth/signin/cognito?redirectUrl=%2Fstack');
      if (!isRepeatable) return;
      await page.goForward();
      await auth.expectTitle(from);
      await auth.button('Back').click();
      await auth.expectTitle(to);
    });

  test('finds what was typed, but no changed password, and no secret after a reload', async ({
    page,
    auth,
    refusals,
  }) => {
    await signInTo('requireSetupMFA')(auth, refusals);
    await auth.expectTitle('Set up an authenticator');
    await page.goBack();
    await expect(auth.field('Username')).toHaveValue(username);
    await page.goForward();
    await expect(page.locator('code')).toBeVisible();
    await page.reload();
    await auth.expectTitle('Sign in');
    await expect(page.locator('code')).toHaveCount(0);
    await expect(auth.field('Password')).toHaveValue('');
  });

  test('leads to no countdown that is over', async ({ page, auth, refusals }) => {
    await signUp(auth, refusals);
    await auth.submitCode('Confirmation code', 'Confirm Sign Up');
    await auth.button('Sign In Page').click();
    await auth.expectTitle('Sign in');
    await page.goBack();
    await auth.expectTitle('Sign up');
    await expect(page.getByRole('timer')).toHaveCount(0);
  });
});

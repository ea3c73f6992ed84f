import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from '@playwright/test';
import type { View } from '../visit.ts';
import { hands, refusingPage, type Stage, username } from './stage.ts';

const startOf = 'Sign in';

interface Place {
  /** The heading of the page that one goes back from, and of the one that one gets to. */
  from: string;
  to: string;
  /** From the first page. */
  steps: (at: Form) => Promise<unknown>;
  /** What 'forward' leads to again; nothing where that must not be had twice. */
  forward?: string;
}

type Form = ReturnType<typeof hands> & { signInTo: (errorCode: string) => Promise<void> };

const places: Place[] = [
  { from: 'Sign up', to: startOf, steps: ({ press }) => press("Don't have an account? Sign Up"), forward: 'Sign up' },
  { from: 'Confirm sign up', to: 'Sign up', steps: ({ signUp }) => signUp(), forward: 'Confirm sign up' },
  {
    from: 'Confirm sign up',
    to: startOf,
    steps: ({ signInTo }) => signInTo('requiresConfirm'),
    forward: 'Confirm sign up',
  },
  {
    from: 'Set up an authenticator',
    to: startOf,
    steps: ({ signInTo }) => signInTo('requireSetupMFA'),
    forward: 'Set up an authenticator',
  },
  { from: 'One more step', to: startOf, steps: ({ signInTo }) => signInTo('requireMFA'), forward: 'One more step' },
  {
    from: 'Forgot password',
    to: startOf,
    steps: ({ press }) => press('Forgot your password?'),
    forward: 'Forgot password',
  },
  {
    from: 'New password',
    to: 'Forgot password',
    async steps({ field, press }) {
      await press('Forgot your password?');
      await field('Username').fill(username);
      await press('Send a code');
    },
    forward: 'New password',
  },
  {
    from: `Thank you for registration ${username}!`,
    to: 'Sign up',
    async steps({ give, signUp }) {
      await signUp();
      await give('Confirmation code', 'Confirm Sign Up');
    },
  },
  {
    from: `Thank you for registration ${username}!`,
    to: startOf,
    async steps({ give, signInTo }) {
      await signInTo('requireSetupMFA');
      await give('MFA code', 'Confirm');
    },
  },
];

/** The browser's own buttons, and the one on the page, lead through the pages of the flow as one came. */
export function back(stage: Stage, view: View) {
  let page: Page;
  let at: Form;
  beforeAll(async () => {
    const { page: opened, refused } = await refusingPage(stage(), view);
    page = opened;
    const form = hands(page);
    at = {
      ...form,
      signInTo: async (errorCode) => {
        refused.set('sign_in', { errorCode });
        await form.signIn();
      },
    };
  }, 60_000);
  afterAll(() => page.context().close());

  beforeEach(async () => {
    await page.goto('/auth?redirectUrl=%2Fstack');
    await at.link('Sign in with Cognito').click();
    await at.field('Password').waitFor();
  });

  it('leads from the first page to the two ways in, with either button', async () => {
    await at.press('Back');
    await at.link('Sign in with Cognito').click();
    await at.field('Password').waitFor();
    await page.goBack();
    await at.link('Sign in with Cognito').waitFor();
    expect(page.url()).toBe(`${stage().site.origin}/auth?redirectUrl=%2Fstack`);
  }, 60_000);

  it.each(places)(
    'leads from "$from" to "$to"',
    async ({ from, to, steps, forward }) => {
      await steps(at);
      await at.title(from);
      await page.goBack();
      await at.title(to);
      expect(page.url()).toBe(`${stage().site.origin}/auth/signin/cognito?redirectUrl=%2Fstack`);
      if (forward === undefined) return;
      await page.goForward();
      await at.title(forward);
      await at.press('Back');
      await at.title(to);
    },
    60_000,
  );

  it('finds what was typed, but no password that was changed and no secret after a reload', async () => {
    await at.signInTo('requireSetupMFA');
    await at.title('Set up an authenticator');
    await page.goBack();
    expect(await at.field('Username').inputValue()).toBe(username);
    await page.goForward();
    await page.locator('code').waitFor();
    await page.reload();
    await at.title(startOf);
    expect(await page.locator('code').count()).toBe(0);
    expect(await at.field('Password').inputValue()).toBe('');
  }, 60_000);

  it('leads to no countdown that is over', async () => {
    await at.signUp();
    await at.give('Confirmation code', 'Confirm Sign Up');
    await at.press('Sign In Page');
    await at.title(startOf);
    await page.goBack();
    await at.title('Sign up');
    expect(await page.getByRole('timer').count()).toBe(0);
  }, 60_000);
}

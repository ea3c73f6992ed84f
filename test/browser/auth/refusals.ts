import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page, Request } from '@playwright/test';
import { axeViolations, overflowPx } from '../../support/browser/page-checks.ts';
import { letIn, type View } from '../visit.ts';
import { hands, refusingPage, type Stage } from './stage.ts';

/** Every refusal is said with the words of the catalogue, at the field that it is about. */
export function refusals(stage: Stage, view: View) {
  let page: Page;
  let at: ReturnType<typeof hands>;
  let refused: Awaited<ReturnType<typeof refusingPage>>['refused'];
  beforeAll(async () => {
    ({ page, refused } = await refusingPage(stage(), view));
    at = hands(page);
  }, 60_000);
  beforeEach(() => refused.clear());
  afterAll(() => page.context().close());

  const refuse = (call: string, errorCode: string, status?: number) =>
    void refused.set(call, { errorCode, ...(status === undefined ? {} : { status }) });

  async function openSignIn(redirectUrl = '/stack') {
    // The same address again would be a reload, which keeps the page that one was on.
    await page.goto('about:blank');
    await page.goto(`/auth/signin/cognito?redirectUrl=${encodeURIComponent(redirectUrl)}`);
  }

  /** The text stands under the field, which has the keyboard; a change of the field takes it away. */
  async function isSaidAt(label: string, text: string) {
    await page.getByText(text, { exact: true }).waitFor();
    expect(await at.field(label).getAttribute('aria-invalid')).toBe('true');
    const ids = (await at.field(label).getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(await page.locator(`[id="${ids.at(-1)}"]`).innerText()).toContain(text);
    expect(await at.field(label).evaluate((element) => element === document.activeElement)).toBe(true);
    await at.field(label).press('End');
    await at.field(label).press('1');
    await page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
  }

  it('is said at sign-in', async () => {
    await openSignIn();
    for (const [errorCode, status, text] of [
      ['incorrectUsernameOrPassword', 400, 'Incorrect username or password'],
      ['tooMany', 429, 'Login error'],
      ['unavailable', 503, 'Login error'],
    ] as const) {
      refuse('sign_in', errorCode, status);
      await at.signIn();
      await isSaidAt('Password', text);
    }
    expect(new URL(page.url()).pathname).toBe('/auth/signin/cognito');
  }, 60_000);

  it('is said at sign-up, and at its confirmation', async () => {
    await openSignIn();
    refuse('sign_up', 'signUpRefused');
    refuse('sign_up_confirm', 'confirmRefused');
    await at.signUp();
    await isSaidAt('Invitation code', 'Sign Up Error');
    refused.delete('sign_up');
    await at.press('Sign Up');
    await at.give('Confirmation code', 'Confirm Sign Up');
    await isSaidAt('Confirmation code', 'Confirm Error');
    expect(new URL(page.url()).pathname).toBe('/auth/signin/cognito');
  }, 60_000);

  it('is said at the confirmation that a sign-in asks for', async () => {
    await openSignIn();
    refuse('sign_in', 'requiresConfirm');
    refuse('sign_up_confirm', 'confirmRefused');
    await at.signIn();
    await at.give('Confirmation code', 'Confirm Sign Up');
    await isSaidAt('Confirmation code', 'Confirm Error');
    expect(new URL(page.url()).pathname).toBe('/auth/signin/cognito');
  }, 60_000);

  it.each([
    ['sign_in_confirm', 'requireMFA'],
    ['setup_mfa', 'requireSetupMFA'],
  ])(
    'is said at %s: a wrong code, too many of them, and a step that is over',
    async (call, next) => {
      await openSignIn();
      refuse('sign_in', next);
      await at.signIn();
      refuse(call, 'wrongCode');
      await at.give('MFA code', 'Confirm');
      await isSaidAt('MFA code', 'MFA confirm error');

      refuse(call, 'tooMany', 429);
      await at.give('MFA code', 'Confirm');
      await page.getByText('Too many wrong codes. Try again in 2 minutes.', { exact: true }).waitFor();
      await isSaidAt('MFA code', 'MFA confirm error');

      refuse(call, 'expired');
      await at.give('MFA code', 'Confirm');
      await page.getByText('MFA confirm error', { exact: true }).waitFor();
      await at.press('Back to sign in');
      await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
      expect(page.url()).toContain('redirectUrl=%2Fstack');
      await at.press('Sign In');
      await at.field('MFA code').waitFor();
    },
    60_000,
  );

  it.each([
    ['notAllowed', 'This account is not on the list of those who may come in here. Choose another, or ask the owner.'],
    ['expired', 'That sign-in took too long or was started elsewhere. Please start again.'],
    ['provider', 'Google could not say who you are just now. Please try again in a moment.'],
  ])(
    'is said to whoever comes back to the sign-in page: %s',
    async (error, sentence) => {
      await page.goto(`/auth?error=${error}&redirectUrl=%2Fstack`);
      expect(await page.getByRole('alert').innerText()).toBe(sentence);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await at.link('Sign in with Cognito').click();
      await at.field('Username').waitFor();
      expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/stack');
    },
    60_000,
  );

  it.each([['//elsewhere.example'], ['javascript:alert(1)'], ['/api/auth/logout']])(
    'is to end at %s: a sign-in ends at /auth, and nowhere else',
    async (redirectUrl) => {
      const left: string[] = [];
      const note = (request: Request) => void (request.isNavigationRequest() && left.push(request.url()));
      refuse('sign_in', 'requireMFA');
      await openSignIn(redirectUrl);
      await at.signIn();
      page.on('request', note);
      await at.give('MFA code', 'Confirm');
      await page.waitForURL('/auth');
      page.off('request', note);
      expect(left).toEqual([`${stage().site.origin}/auth`]);
    },
    60_000,
  );

  it('is to go on to another site, for whoever is signed in', async () => {
    await letIn(page.context(), stage().site, 'Ann');
    const goOn = page.getByRole('link', { name: 'Go on to where you were' });
    for (const elsewhere of ['//elsewhere.example', 'javascript:alert(1)', '/api/auth/logout']) {
      await page.goto(`/auth?redirectUrl=${encodeURIComponent(elsewhere)}`);
      await at.title('You are signed in');
      expect(await goOn.count()).toBe(0);
    }
    await page.goto('/auth?redirectUrl=%2Fstack');
    await goOn.click();
    await page.waitForURL('/stack');
  }, 60_000);
}

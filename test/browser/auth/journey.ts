import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import type { Complaints } from '../../support/browser/page-checks.ts';
import type { Site } from '../../support/site/site.ts';
import { authenticatorCode, endTheHour, invitationOf, mailedCode, password, signIn } from '../account.ts';
import { looksWellAnywhere } from '../looks.ts';
import { type View, visit } from '../visit.ts';
import type { Stage } from './stage.ts';

/** A newcomer's whole way: an invitation, an account, an authenticator, an hour and more, a forgotten password. */
export function journey(stage: Stage, view: View) {
  const username = 'newcomer@example.com';
  let browser: Browser;
  let site: Site;
  let page: Page;
  let complaints: Complaints;
  beforeAll(async () => {
    ({ browser, site } = stage());
    ({ page, complaints } = await visit(browser, site, view, { expectedStatuses: [400, 401, 404, 503] }));
    await page.clock.install();
  }, 60_000);
  afterAll(() => page.context().close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const me = () => page.getByRole('link', { name: 'newcomer', exact: true });
  const isFocused = (label: string) => field(label).evaluate((element) => element === document.activeElement);
  /** Lets a clock that stands still go on as far as something needs it to: a few milliseconds. */
  async function ticking(work: Promise<unknown>) {
    const watch = { isDone: false };
    const watched = work.finally(() => (watch.isDone = true));
    while (!watch.isDone) await page.clock.runFor(1);
    await watched;
  }
  const looksWell = () => looksWellAnywhere(page, complaints);

  it('begins where one wanted to go, and offers two ways', async () => {
    await page.goto('/ljmonitor?resblockId=1199027300103#h');
    await page.waitForURL('**/auth?redirectUrl=*');
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await button('Sign in with Google').waitFor();
    await looksWell();
    await page.getByRole('link', { name: 'Sign in with Cognito' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1199027300103#h');
    await looksWell();
  }, 60_000);

  it('lets nobody sign in without a username and a password', async () => {
    expect(await button('Sign In').isDisabled()).toBe(true);
    await field('Username').fill(username);
    expect(await button('Sign In').isDisabled()).toBe(true);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await field('Username').press('Enter');
    expect(await button('Sign In').isDisabled()).toBe(true);
    expect(asked).toEqual([]);
    await field('Password').fill('x');
    expect(await button('Sign In').isEnabled()).toBe(true);
  }, 60_000);

  it('says at each field of the sign-up what is wrong with it, once it is left', async () => {
    await button("Don't have an account? Sign Up").click();
    await page.getByRole('heading', { name: 'Sign up' }).waitFor();
    expect(await isFocused('Invitation code')).toBe(true);
    await field('Invitation code').fill(await invitationOf(site));
    await field('Username').fill('newcomer');
    await field('Password').fill('abc4');
    expect(await page.getByText('a digit: done').count()).toBe(1);
    expect(await page.getByText(': done').count()).toBe(2);
    expect(await page.getByText('password should be').count()).toBe(0);
    await field('Confirm password').fill('abc');
    await field('Invitation code').focus();
    for (const [label, message] of [
      ['Username', 'username should be an e-mail address'],
      ['Password', 'password should be at least 8 characters, contains numeric, lower and upper case letters'],
      ['Confirm password', 'password not match'],
    ] as const) {
      await page.getByText(message, { exact: true }).waitFor();
      const ids = (await field(label).getAttribute('aria-describedby'))?.split(' ') ?? [];
      expect(await page.locator(`[id="${ids.at(-1)}"]`).innerText()).toBe(message);
    }
    expect(await button('Sign Up').isDisabled()).toBe(true);
    await looksWell();
  }, 60_000);

  it('signs up, and goes back and forth with the buttons of the browser', async () => {
    await field('Username').fill(` ${username.toUpperCase()} `);
    await field('Password').fill(password);
    await field('Confirm password').fill(password);
    await button('Sign Up').click();
    await field('Confirmation code').waitFor();
    expect(await field('Username').inputValue()).toBe(username);
    expect(await field('Username').evaluate((input) => input.hasAttribute('readonly'))).toBe(true);
    await looksWell();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign up' }).waitFor();
    await page.goBack();
    await button('Sign In').waitFor();
    await page.goForward();
    await page.goForward();
    await field('Confirmation code').waitFor();
    expect(page.url()).toContain('redirectUrl=');
  }, 60_000);

  it('confirms with the mailed code, also after a reload, and counts down', async () => {
    await page.reload();
    await button('Send a new code').click();
    await page.getByText('A new code is on its way.').waitFor();
    expect(await button('Confirm Sign Up').isDisabled()).toBe(true);
    await field('Confirmation code').fill(await mailedCode(site, username));
    await page.clock.pauseAt(Date.now() + 60_000);
    await field('Confirmation code').press('Enter');
    const thanks = page.getByText(`Thank you for registration ${username}!`, { exact: true });
    await ticking(thanks.waitFor());
    await page.getByRole('img', { name: 'thumbs up' }).waitFor();
    await ticking(looksWell());
    for (const left of [5, 4, 3, 2, 1]) {
      await page.getByText(`in ${left} s`).waitFor();
      await page.clock.runFor(1_000);
    }
    await page.clock.resume();
    await button('Sign In').waitFor();
  }, 60_000);

  it('shows the secret of the authenticator as a picture and as text', async () => {
    await field('Username').fill(username);
    await field('Password').fill(password);
    await field('Password').press('Enter');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await page.locator('code').innerText()).toMatch(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/);
    expect(await button('Confirm').isDisabled()).toBe(true);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('copy').click();
    await page.getByText('copied', { exact: true }).waitFor();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
    await looksWell();
    const code = await authenticatorCode(site, username);
    await field('MFA code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await field('MFA code').press('Enter');
    await button('Sign In Page').click();
    await button('Sign In').waitFor();
  }, 60_000);

  it('signs in with a code, and opens what was first asked for', async () => {
    expect(await field('Password').inputValue()).toBe(password);
    await button('Sign In').click();
    await field('MFA code').waitFor();
    expect(await field('MFA code').getAttribute('autocomplete')).toBe('one-time-code');
    expect(await field('MFA code').getAttribute('inputmode')).toBe('numeric');
    await looksWell();
    await field('MFA code').fill(await authenticatorCode(site, username));
    await field('MFA code').press('Enter');
    await page.waitForURL('**/ljmonitor?resblockId=1199027300103#h');
    await me().waitFor();
  }, 60_000);

  it('stays signed in over the hour', async () => {
    await endTheHour(site);
    await page.reload();
    await me().waitFor();
    await page.getByText('No Data Yet').waitFor();
    expect(page.url()).toContain('/ljmonitor?resblockId=1199027300103#h');
  }, 60_000);

  it('shows who is signed in and where else, and ends that from here', async () => {
    const { page: elsewhere } = await visit(browser, site, view);
    await signIn(elsewhere, site, username);
    await me().click();
    await page.getByText('this browser').waitFor();
    expect(await page.getByText(/^cognito\|/).count()).toBe(1);
    await looksWell();
    const end = page.getByRole('button', { name: /^end the session since / });
    await end.click();
    await end.waitFor({ state: 'detached' });
    await page.getByText('this browser').waitFor();
    await elsewhere.goto('/stack');
    await elsewhere.waitForURL('**/auth?redirectUrl=%2Fstack');
    await elsewhere.context().close();
    await page.reload();
    await me().waitFor();
  }, 60_000);

  it('signs out', async () => {
    await button('Sign out').click();
    await page.waitForURL('**/auth?redirectUrl=%2F');
    // The button has begun another sign-in with Google: that is its step.
    await button('Sign in with Google').waitFor();
    const cookies = (await page.context().cookies()).map(({ name }) => name);
    expect(cookies.toSorted()).toEqual(['__Host-device', '__Host-step-g']);
    await page.goBack();
    await button('Sign out').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Login' }).waitFor();
  }, 60_000);

  it('sets a new password with a mailed code, and asks for the authenticator as ever', async () => {
    await page.goto('/auth/signin/cognito?redirectUrl=%2Fstack');
    await button('Forgot your password?').click();
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    expect(await button('Send a code').isDisabled()).toBe(true);
    await looksWell();
    await field('Username').fill(username.toUpperCase());
    await field('Username').press('Enter');
    await field('Confirmation code').waitFor();
    expect(await field('Username').inputValue()).toBe(username);
    await field('Confirmation code').fill('wrong');
    await field('Password').fill('abc4');
    await field('Confirm password').fill('Brand-new-2');
    await field('Confirmation code').focus();
    await page.getByText('password should be at least 8 characters').waitFor();
    expect(await button('Change password').isDisabled()).toBe(true);
    await field('Password').fill('Brand-new-2');
    await button('Change password').click();
    await page.getByText('The password was not changed').waitFor();
    await looksWell();
    await button('Send a new code').click();
    await page.getByText('A new code is on its way.').waitFor();
    expect(await page.getByText('The password was not changed').count()).toBe(0);
    await field('Confirmation code').fill(await mailedCode(site, username));
    await button('Change password').click();
    await page.getByText('Your password is changed. Sign in with the new one.').waitFor();
    expect(await field('Username').inputValue()).toBe(username);
    expect(await isFocused('Password')).toBe(true);
    await looksWell();
    await field('Password').fill('Brand-new-2');
    await button('Sign In').click();
    await field('MFA code').waitFor();
    expect(page.url()).toContain('redirectUrl=%2Fstack');
  }, 60_000);
}

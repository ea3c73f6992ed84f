import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { getSession, signIn, signedInUser, submitPassword } from '../../../../support/site/test-user.ts';

const newPassword = 'Brand-new-22';
let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const change = (browser: Browser, password = newPassword) =>
  browser.ask('POST /api/auth/cognito/change_password', { password });

describe('the change of a password', () => {
  it('makes the new password the only one', async () => {
    const username = 'ann@example.org';
    expect((await change(await signedInUser(site, username))).status).toBe(200);
    site.clock.advance(1);
    expect((await submitPassword(site.browser(), username)).body['errorCode']).toBe('incorrectUsernameOrPassword');
    expect((await submitPassword(site.browser(), username, newPassword)).body['errorCode']).toBe('requireMFA');
  });

  it.each([
    ['too short', 'Ab1'],
    ['common', 'Password1'],
    ['made of words of the context', 'Lighthouse-1'],
    // Our rules allow it, and Cognito's pattern does not.
    ['refused by the pool', 'Two lines\nof 1 Text'],
  ])('refuses one that is %s, keeps the old one, and ends nothing', async (what, password) => {
    const username = `${what.replaceAll(' ', '-')}@example.org`;
    const other = await signedInUser(site, username);
    const browser = site.browser();
    await signIn(site, browser, username);
    expect(await change(browser, password)).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
    expect((await getSession(other)).status).toBe(200);
    expect((await submitPassword(site.browser(), username)).body['errorCode']).toBe('requireMFA');
  });

  it('is refused with a sentence for an account that Cognito no longer has', async () => {
    const username = 'deleted@example.org';
    const browser = await signedInUser(site, username);
    await site.pool.admin('AdminDeleteUser', username);
    expect(await change(browser)).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid', message: 'This account no longer exists, so it has no password.' },
    });
  });

  it('lifts the limit after wrong passwords', async () => {
    const username = 'forgetful@example.org';
    const browser = await signedInUser(site, username);
    for (let tries = 0; tries < 6; tries++) await submitPassword(site.browser(), username, 'Wrong-one-1');
    await change(browser);
    site.clock.advance(minute);
    expect((await submitPassword(site.browser(), username, newPassword)).body['errorCode']).toBe('requireMFA');
  });
});

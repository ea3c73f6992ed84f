import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  userWithAuthenticator,
  refresh,
  signedInUser,
  signUp,
  submitPassword,
  totp,
  getSession,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const forgot = (username: string) => site.browser().ask('POST /api/auth/cognito/forgot_password', { username });
const reset = (username: string, confirmationCode: string, password = 'Brand-new-2') =>
  site.browser().ask('POST /api/auth/cognito/reset_password', { username, confirmationCode, password });
const lastCode = (username: string) => site.pool.mails.findLast(({ to }) => to === username)?.code ?? '';

describe('the password reset', () => {
  it('accepts only the new password, still asks for the code, and ends every session', async () => {
    const username = 'reset@example.org';
    const browser = await signedInUser(site, username);
    expect(await forgot(username)).toMatchObject({ status: 200, body: {} });
    expect(await reset(username, lastCode(username))).toMatchObject({ status: 200, body: {}, cookies: [] });
    expect((await getSession(browser)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
    // A sign-in that begins in the very millisecond of the reset counts as begun before it.
    site.clock.advance(1);
    expect(await submitPassword(browser, username)).toMatchObject({
      body: { errorCode: 'incorrectUsernameOrPassword' },
    });
    expect(await submitPassword(browser, username, 'Brand-new-2')).toMatchObject({ body: { errorCode: 'requireMFA' } });
    const userCode = totp(site, username);
    expect((await browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode })).status).toBe(200);
  });

  it('refuses a password that others can guess, and the code is still good', async () => {
    const username = 'guessable@example.org';
    await userWithAuthenticator(site, username);
    await forgot(username);
    for (const password of ['Password1', 'Guessable-1']) {
      expect(await reset(username, lastCode(username), password)).toMatchObject({
        status: 400,
        body: { errorCode: 'invalid', message: expect.stringMatching(/Choose another one$/) },
      });
    }
    expect((await reset(username, lastCode(username))).status).toBe(200);
  });

  it('lifts the limit after too many wrong passwords', async () => {
    const username = 'forgetful@example.org';
    await userWithAuthenticator(site, username);
    for (let tries = 0; tries < 6; tries++) await submitPassword(site.browser(), username, 'Wrong-one-1');
    await forgot(username);
    await reset(username, lastCode(username));
    expect(await submitPassword(site.browser(), username, 'Brand-new-2')).toMatchObject({
      body: { errorCode: 'requireMFA' },
    });
  });

  it('answers the same, in the same time, for unknown users', async () => {
    await userWithAuthenticator(site, 'known@example.org');
    site.pauses.length = 0;
    expect(await forgot('known@example.org')).toEqual(await forgot('unknown@example.org'));
    const wrong = [await reset('known@example.org', 'wrong'), await reset('unknown@example.org', 'wrong')];
    expect(wrong[0]).toMatchObject({ status: 400, body: { errorCode: 'resetRefused' } });
    expect(wrong[0]).toEqual(wrong[1]);
    expect(new Set(site.pauses).size).toBe(1);
  });

  it('answers the same for disabled and for unconfirmed users', async () => {
    await userWithAuthenticator(site, 'disabled@example.org');
    await site.pool.admin('AdminDisableUser', 'disabled@example.org');
    await signUp(site.browser(), 'unconfirmed@example.org', await site.invite());
    for (const name of ['disabled', 'unconfirmed', 'unknown']) {
      expect(await forgot(`${name}@example.org`)).toMatchObject({ status: 200, body: {} });
      expect(await reset(`${name}@example.org`, '000000')).toMatchObject({ body: { errorCode: 'resetRefused' } });
    }
  });

  it("answers the same when Cognito's own quota of mails is used up", async () => {
    for (const [operation, call] of [
      ['ForgotPassword', 'POST /api/auth/cognito/forgot_password'],
      ['ResendConfirmationCode', 'POST /api/auth/cognito/resend_code'],
    ] as const) {
      site.pool.fail(operation, 'overQuota');
      const answer = await site.browser().ask(call, { username: 'quota@example.org' });
      site.pool.fail(operation, undefined);
      expect(answer).toMatchObject({ status: 200, body: {} });
    }
  });

  it('answers no sooner for an unknown user', async () => {
    const end = site.holdPause();
    let isAnswered = false;
    const asked = forgot('absent@example.org').finally(() => (isAnswered = true));
    for (const other of ['b', 'c', 'd']) await forgot(`${other}@example.org`);
    expect(isAnswered).toBe(false);
    end();
    expect((await asked).status).toBe(200);
  });

  it('refuses an expired code, even after a lost answer', async () => {
    const username = 'old-reset@example.org';
    const browser = await signedInUser(site, username);
    await forgot(username);
    site.clock.advance(hour);
    site.pool.fail('ConfirmForgotPassword', 'noAnswer', 1);
    expect(await reset(username, lastCode(username))).toMatchObject({ body: { errorCode: 'resetRefused' } });
    expect((await refresh(browser)).status).toBe(200);
  });

  it('limits wrong codes', async () => {
    const username = 'guess@example.org';
    await userWithAuthenticator(site, username);
    await forgot(username);
    const code = lastCode(username);
    for (let tries = 0; tries < 5; tries++) await reset(username, `wrong${tries}`);
    expect((await reset(username, code)).status).toBe(400);
  });

  it('sends at most three emails in ten minutes', async () => {
    const username = 'flooded@example.org';
    await userWithAuthenticator(site, username);
    site.clock.advance(hour);
    const before = site.pool.mails.length;
    for (let tries = 0; tries < 6; tries++) await forgot(username);
    expect(site.pool.mails).toHaveLength(before + 3);
  });

  it('applies the password rules', async () => {
    const answer = await reset('rule@example.org', '123456', 'weak');
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid', issues: [{ path: 'body.password' }] } });
  });
});

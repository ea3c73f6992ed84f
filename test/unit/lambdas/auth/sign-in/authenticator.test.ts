import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  copyCookies,
  signIn,
  confirmedUser,
  signedInUser,
  submitPassword,
  totp,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const setup = 'POST /api/auth/cognito/setup_mfa';
const refusal = (errorCode: string) => ({ status: 400, body: { errorCode } });

describe('setting up an authenticator', () => {
  it('shows the secret once and does not store it', async () => {
    const username = 'seed@example.org';
    const browser = await confirmedUser(site, username);
    const first = (await submitPassword(browser, username)).body['totp'];
    const second = (await submitPassword(browser, username)).body['totp'];
    expect(first).not.toBe(second);
    expect((await browser.ask(setup, { userCode: totp(site, username) })).status).toBe(200);
    expect((await submitPassword(browser, username)).body).not.toHaveProperty('totp');
    const stored = JSON.stringify([await site.items('auth'), await site.items('sessions')]);
    for (const secret of [first, second]) expect(stored).not.toContain(String(secret));
  });

  it('asks for a new sign-in after it has expired', async () => {
    const username = 'late@example.org';
    const browser = await confirmedUser(site, username);
    await submitPassword(browser, username);
    site.clock.advance(16 * minute);
    const late = await browser.ask(setup, { userCode: totp(site, username) });
    expect(late).toMatchObject(refusal('expired'));
    expect(late.body['message']).toContain('Sign in again');
    expect(await submitPassword(browser, username)).toMatchObject(refusal('requireSetupMFA'));
  });

  it('does not sign in and revokes its token', async () => {
    const username = 'token@example.org';
    const browser = await confirmedUser(site, username);
    await submitPassword(browser, username);
    const copy = copyCookies(site, browser);
    site.pool.calls.length = 0;
    const done = await browser.ask(setup, { userCode: totp(site, username) });
    expect(done.cookies).toEqual([expect.stringMatching(/^__Host-step-c=;/)]);
    expect(site.pool.calls).toContain('RevokeToken');
    const calls = [...site.pool.calls];
    expect(await copy.ask(setup, { userCode: totp(site, username) })).toMatchObject(refusal('expired'));
    expect(site.pool.calls).toEqual(calls);
    expect((await browser.ask('GET /api/auth/session')).status).toBe(401);
  });

  it('continues after an outage between its two steps', async () => {
    const username = 'halves@example.org';
    const browser = await confirmedUser(site, username);
    await submitPassword(browser, username);
    site.pool.fail('RespondToAuthChallenge', 'broken');
    const userCode = totp(site, username);
    expect((await browser.ask(setup, { userCode })).status).toBe(503);
    site.pool.fail('RespondToAuthChallenge', undefined);
    expect((await browser.ask(setup, { userCode })).status).toBe(200);
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('starts again after the owner has reset the authenticator', async () => {
    const username = 'lost-phone@example.org';
    const browser = await signedInUser(site, username);
    await site.pool.admin('AdminDeleteSoftwareToken', username);
    expect(await submitPassword(browser, username)).toMatchObject(refusal('requireSetupMFA'));
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  copyCookies,
  signIn,
  signUp,
  userWithAuthenticator,
  confirmedUser,
  submitPassword,
  tokensOf,
  totp,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const confirm = 'POST /api/auth/cognito/sign_in_confirm';
const setup = 'POST /api/auth/cognito/setup_mfa';
const refusal = (errorCode: string) => ({ status: 400, body: { errorCode } });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('the second factor', () => {
  it('cannot be skipped', async () => {
    const browser = await userWithAuthenticator(site, 'skip@example.org');
    const before = { sessions: await site.items('sessions'), handles: await site.items('auth', 'SIGN_IN#') };
    expect(await submitPassword(browser, 'skip@example.org')).toMatchObject(refusal('requireMFA'));
    expect((await browser.ask('GET /api/auth/session')).status).toBe(401);
    expect((await browser.ask('POST /api/auth/cognito/sign_in_refresh')).status).toBe(401);
    expect(await site.items('sessions')).toEqual(before.sessions);
    expect(await site.items('auth', 'SIGN_IN#')).toEqual(before.handles);
  });

  it('is required even if Cognito would sign in without it', async () => {
    const browser = await confirmedUser(site, 'lax@example.org');
    site.pool.instead('InitiateAuth', {
      AuthenticationResult: { IdToken: 'a.b.c', AccessToken: 'a.b.c', RefreshToken: 'r', ExpiresIn: 3600 },
    });
    expect(await submitPassword(browser, 'lax@example.org')).toMatchObject({ status: 500, cookies: [] });
  });

  it('is not mentioned after a wrong password', async () => {
    await confirmedUser(site, 'without@example.org');
    await userWithAuthenticator(site, 'with@example.org');
    await signUp(site.browser(), 'unconfirmed@example.org', await site.invite());
    // Neither is a missing confirmation.
    for (const name of ['without', 'with', 'unconfirmed', 'nobody']) {
      const username = `${name}@example.org`;
      const answer = await submitPassword(site.browser(), username, 'Wrong-one-1');
      expect(answer).toMatchObject(refusal('incorrectUsernameOrPassword'));
      expect(answer.cookies).toEqual([]);
    }
  });

  it('accepts a code once', async () => {
    const username = 'once@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const userCode = totp(site, username);
    expect((await browser.ask(confirm, { username, userCode })).status).toBe(200);
    await submitPassword(browser, username);
    expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('wrongCode'));
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('accepts the codes of the previous and next time step only', async () => {
    const username = 'window@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const now = totp(site, username);
    site.clock.advance(minute);
    expect(await browser.ask(confirm, { username, userCode: now })).toMatchObject(refusal('wrongCode'));
    await submitPassword(browser, username);
    const before = totp(site, username);
    site.clock.advance(minute / 2);
    expect((await browser.ask(confirm, { username, userCode: before })).status).toBe(200);
    await submitPassword(browser, username);
    const early = totp(site, username);
    site.clock.advance(-minute / 2);
    expect((await browser.ask(confirm, { username, userCode: early })).status).toBe(200);
  });

  it('accepts a code with spaces', async () => {
    const username = 'spaces@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const code = totp(site, username);
    const userCode = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await browser.ask(confirm, { username, userCode })).status).toBe(200);
  });

  it('allows at most five attempts in parallel', async () => {
    const username = 'at-once@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    site.pool.calls.length = 0;
    const userCode = wrong(totp(site, username));
    await Promise.all(Array.from({ length: 20 }, () => browser.ask(confirm, { username, userCode })));
    expect(site.pool.calls.filter((call) => call === 'RespondToAuthChallenge')).toHaveLength(5);
  });

  it('belongs to the username that started it', async () => {
    const username = 'mine@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const userCode = totp(site, username);
    expect(await browser.ask(confirm, { username: 'other@example.org', userCode })).toMatchObject(refusal('expired'));
  });

  it.each([
    ['no step', undefined],
    ['a garbled one', 'x'],
    ['one that was never given out', 'A'.repeat(43)],
  ])('asks for a new sign-in when the browser has %s', async (_, step) => {
    const browser = site.browser();
    if (step !== undefined) browser.jar.set('__Host-step-c', step);
    const username = 'nobody@example.org';
    expect(await browser.ask(confirm, { username, userCode: '123456' })).toMatchObject(refusal('expired'));
    expect(await browser.ask(setup, { userCode: '123456' })).toMatchObject(refusal('expired'));
  });

  it('expires a quarter of an hour after the password', async () => {
    const username = 'slow@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    site.clock.advance(14 * minute);
    const userCode = totp(site, username);
    site.pool.calls.length = 0;
    expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('expired'));
    expect(site.pool.calls).toEqual([]);
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('creates one session even if Cognito accepts a code twice', async () => {
    const username = 'replayed@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const other = copyCookies(site, browser);
    const userCode = totp(site, username);
    const sessions = (await site.items('sessions')).length;
    site.pool.meanwhile('RespondToAuthChallenge', async () => {
      expect((await other.ask(confirm, { username, userCode })).status).toBe(200);
      site.pool.instead('RespondToAuthChallenge', tokensOf(username, 'a-token-too-many'));
    });
    expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('expired'));
    expect(site.pool.calls.at(-1)).toBe('RevokeToken');
    expect(await site.items('sessions')).toHaveLength(sessions + 1);
  });

  it('keeps set-up and sign-in apart', async () => {
    const fresh = await confirmedUser(site, 'fresh@example.org');
    await submitPassword(fresh, 'fresh@example.org');
    site.pool.calls.length = 0;
    const userCode = totp(site, 'fresh@example.org');
    expect(await fresh.ask(confirm, { username: 'fresh@example.org', userCode })).toMatchObject(refusal('expired'));
    expect(site.pool.calls).toEqual([]);
    const old = await userWithAuthenticator(site, 'old@example.org');
    await submitPassword(old, 'old@example.org');
    expect(await old.ask(setup, { userCode: totp(site, 'old@example.org') })).toMatchObject(refusal('expired'));
  });
});

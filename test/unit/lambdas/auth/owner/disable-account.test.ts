import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountView } from 'shared-types/contract/auth';
import * as z from 'zod';
import { type Google, startGoogle } from '../../../../support/google/google.ts';
import { refreshWithGoogle, signInWithGoogle } from '../../../../support/google/google-user.ts';
import { type AuthSite, type Browser, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  confirmUser,
  getSession,
  refresh,
  signIn,
  signedInUser,
  submitPassword,
  totp,
  userWithAuthenticator,
} from '../../../../support/site/test-user.ts';

const at = '/api/auth/owner/accounts';
let google: Google;
let site: AuthSite;
let owner: Browser;
beforeAll(async () => {
  google = await startGoogle();
  site = await startAuthSite({
    google,
    owner: 'owner@example.org',
    users: ['gus@example.org', 'owner@example.org'],
    startMs: Date.now(),
  });
  await userWithAuthenticator(site, 'owner@example.org');
});
beforeEach(async () => {
  owner = site.browser();
  await signIn(site, owner, 'owner@example.org');
});
afterAll(async () => {
  google.close();
  await site.close();
});

const accountOf = async (email: string) => {
  const { body } = await owner.ask(`GET ${at}`);
  const found = z.array(AccountView).parse(body['list']);
  return found.find((account) => account.email === email);
};
const act = async (what: 'disable' | 'enable', email: string) => {
  const userId = (await accountOf(email))?.userId ?? 'cognito|unknown';
  return owner.ask(`POST ${at}/{userId}/${what}`, undefined, { params: { userId } });
};

describe('disabling an account', () => {
  it('ends its sessions and waiting sign-ins at once, and refuses further ones', async () => {
    const username = 'ann@example.org';
    const browser = await signedInUser(site, username);
    const waiting = site.browser();
    await submitPassword(waiting, username);
    const disabledAtMs = site.clock.now();
    expect(await act('disable', username)).toMatchObject({ status: 200, body: {} });
    expect((await getSession(browser)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
    const confirming = { username, userCode: totp(site, username) };
    expect((await waiting.ask('POST /api/auth/cognito/sign_in_confirm', confirming)).status).toBe(400);
    const refused = await submitPassword(site.browser(), username);
    expect(refused.body).toMatchObject({ errorCode: 'incorrectUsernameOrPassword' });
    expect(await accountOf(username)).toMatchObject({ disabledTime: disabledAtMs });
    const mails = site.pool.mails.length;
    await site.browser().ask('POST /api/auth/cognito/forgot_password', { username });
    expect(site.pool.mails).toHaveLength(mails);
  });

  it('can be done again, keeps its first time, and ends when the account is enabled', async () => {
    const username = 'bob@example.org';
    const browser = await signedInUser(site, username);
    await act('disable', username);
    const first = await accountOf(username);
    site.clock.advance(1000);
    expect((await act('disable', username)).status).toBe(200);
    expect(await accountOf(username)).toEqual(first);
    for (const _ of [1, 2]) expect((await act('enable', username)).status).toBe(200);
    expect(await accountOf(username)).toMatchObject({ disabledTime: null });
    expect((await refresh(browser)).status).toBe(401);
    // A sign-in that begins in the very millisecond of the disabling counts as begun before it.
    site.clock.advance(1);
    await signIn(site, browser, username);
    expect((await getSession(browser)).status).toBe(200);
  });

  it('refuses a Google account, too, though it is on the list', async () => {
    const claims = { sub: '7', email: 'gus@example.org', email_verified: true, name: 'Gus' };
    const browser = site.browser();
    await signInWithGoogle(google, browser, claims);
    expect((await getSession(browser)).status).toBe(200);
    await act('disable', 'gus@example.org');
    expect((await getSession(browser)).status).toBe(401);
    expect((await refreshWithGoogle(browser)).status).toBe(401);
    const back = await signInWithGoogle(google, site.browser(), claims);
    expect(back.headers['location']).toContain('error=notAllowed');
    await act('enable', 'gus@example.org');
    await signInWithGoogle(google, browser, claims);
    expect((await getSession(browser)).status).toBe(200);
  });

  it('ends a handle at its next use that the list of sign-ins did not show yet', async () => {
    const claims = { sub: '7', email: 'gus@example.org', email_verified: true, name: 'Gus' };
    const browser = site.browser();
    await signInWithGoogle(google, browser, claims);
    await site.hideFromIndex('SIGN_IN#');
    await act('disable', 'gus@example.org');
    site.clock.advance(hour);
    // Google still accepts the account.
    expect((await refreshWithGoogle(browser)).status).toBe(401);
    await refresh(owner);
    await confirmUser(site, owner, 'owner@example.org');
    await act('enable', 'gus@example.org');
  });

  it('leaves no waiting sign-in that goes on when the account is enabled again', async () => {
    const username = 'patient@example.org';
    await signedInUser(site, username);
    const waiting = site.browser();
    await submitPassword(waiting, username);
    await act('disable', username);
    await act('enable', username);
    const asked = waiting.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode: totp(site, username) });
    expect(await asked).toMatchObject({ status: 400, body: { errorCode: 'expired' } });
  });

  it('refuses a sign-in whose code is right while the account is disabled', async () => {
    const username = 'racing@example.org';
    const browser = await signedInUser(site, username);
    await submitPassword(browser, username);
    const userCode = totp(site, username);
    site.pool.meanwhile('RespondToAuthChallenge', () => act('disable', username));
    // The pool has checked the code before: only the account's own item can refuse.
    const answer = browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode });
    expect((await answer).status).toBe(400);
    expect((await getSession(browser)).status).toBe(401);
  });

  it('is refused for every account of the owner, and for an unknown one', async () => {
    const claims = { sub: '8', email: 'owner@example.org', email_verified: true, name: 'Owner' };
    await signInWithGoogle(google, site.browser(), claims);
    for (const userId of ['google|8', (await accountOf('owner@example.org'))?.userId ?? '']) {
      const asked = owner.ask(`POST ${at}/{userId}/disable`, undefined, { params: { userId } });
      expect(await asked).toMatchObject({ status: 409, body: { errorCode: 'conflict' } });
    }
    expect((await getSession(owner)).status).toBe(200);
    for (const what of ['disable', 'enable'] as const) expect((await act(what, 'none@x')).status).toBe(404);
  });

  it('ends the sessions although Cognito does not answer, and can be repeated', async () => {
    const username = 'down@example.org';
    const browser = await signedInUser(site, username);
    site.pool.fail('AdminDisableUser', 'broken');
    expect((await act('disable', username)).status).toBe(503);
    site.pool.fail('AdminDisableUser', undefined);
    expect((await getSession(browser)).status).toBe(401);
    expect((await act('disable', username)).status).toBe(200);
    expect(site.pool.calls.at(-1)).toBe('AdminDisableUser');
  });
});

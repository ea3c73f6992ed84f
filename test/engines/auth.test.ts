import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Invitation } from 'shared-types/contract/auth';
import * as z from 'zod';
import { engines } from './engines.ts';
import { type Google, startGoogle } from '../support/google/google.ts';
import { refreshWithGoogle, signInWithGoogle } from '../support/google/google-user.ts';
import { type AuthSite, hour, startAuthSite } from '../support/site/auth-site.ts';
import {
  getSession,
  logout,
  refresh,
  signedInUser,
  signIn,
  signUp,
  submitPassword,
  userWithAuthenticator,
} from '../support/site/test-user.ts';

const refused = (errorCode: string) => ({ status: 400, body: { errorCode } });

describe.each(engines)('the sign-in on %s', (engine) => {
  let google: Google;
  let site: AuthSite;
  beforeAll(async () => {
    google = await startGoogle();
    site = await startAuthSite({
      engine,
      google,
      users: ['bo@example.org'],
      owner: 'ann@example.org',
      startMs: Date.now(),
    });
  });
  afterAll(async () => {
    google.close();
    await site.close();
  });

  it('takes an invitation once, signs in, renews the session, and signs out', async () => {
    const invitation = await site.invite();
    const [first, second] = [site.browser(), site.browser()];
    const both = await Promise.all([
      signUp(first, 'one@example.org', invitation),
      signUp(second, 'two@example.org', invitation),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 400]);

    const browser = await signedInUser(site, 'cy@example.org');
    site.clock.advance(2 * hour);
    expect((await getSession(browser)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(200);
    expect((await getSession(browser)).status).toBe(200);
    expect((await browser.ask('GET /api/auth/sessions')).body['list']).toHaveLength(1);
    expect((await logout(browser)).status).toBe(302);
    expect((await getSession(browser)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
  });

  it('counts wrong passwords and wrong codes, and starts over after too many', async () => {
    const username = 'guess@example.org';
    const browser = await userWithAuthenticator(site, username);
    for (let tries = 0; tries < 3; tries++)
      expect(await submitPassword(site.browser(), username, 'Wrong-one-1')).toMatchObject(
        refused('incorrectUsernameOrPassword'),
      );
    expect(await submitPassword(browser, username)).toMatchObject(refused('requireMFA'));
    const confirm = (userCode: string) => browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode });
    const answers: unknown[] = [];
    for (let tries = 0; tries < 6; tries++) answers.push((await confirm('000000')).body['errorCode']);
    expect(answers).toEqual([...Array<string>(5).fill('wrongCode'), 'expired']);
    await signIn(site, browser, username);
    expect((await getSession(browser)).status).toBe(200);
  });

  it("lists accounts, invitations and sessions for the owner, and ends another user's session", async () => {
    const owner = await signedInUser(site, 'ann@example.org');
    const at = '/api/auth/owner';
    await owner.ask(`POST ${at}/invitations/create`, { note: 'for Di' });
    const invitations = async () => z.array(Invitation).parse((await owner.ask(`GET ${at}/invitations`)).body['list']);
    const [{ invitationRef } = { invitationRef: '' }] = (await invitations()).filter(({ note }) => note === 'for Di');
    await owner.ask(`POST ${at}/invitations/{invitationRef}/revoke`, undefined, { params: { invitationRef } });
    expect((await invitations()).find(({ note }) => note === 'for Di')).toMatchObject({ state: 'revoked' });

    const other = await signedInUser(site, 'di@example.org');
    const accounts = z
      .array(z.object({ userId: z.string(), email: z.string() }))
      .parse((await owner.ask(`GET ${at}/accounts`)).body['list']);
    const { userId } = accounts.find(({ email }) => email === 'di@example.org') ?? { userId: '' };
    const sessions = `${at}/accounts/{userId}/sessions`;
    const [{ sessionRef } = { sessionRef: '' }] = z
      .array(z.object({ sessionRef: z.string() }))
      .parse((await owner.ask(`GET ${sessions}`, undefined, { params: { userId } })).body['list']);
    await owner.ask(`POST ${sessions}/{sessionRef}/end`, undefined, { params: { userId, sessionRef } });
    expect((await getSession(other)).status).toBe(401);
  });

  it('signs in with Google, in place of the sign-in before, and binds the address to the account', async () => {
    const browser = site.browser();
    const claims = { sub: '1002', email: 'bo@example.org', email_verified: true, name: 'Bo' };
    await signInWithGoogle(google, browser, claims);
    await signInWithGoogle(google, browser, claims);
    site.clock.advance(hour);
    expect((await refreshWithGoogle(browser)).status).toBe(200);
    expect((await browser.ask('GET /api/auth/sessions')).body['list']).toHaveLength(1);
    const impostor = site.browser();
    await signInWithGoogle(google, impostor, { ...claims, sub: '6666' }).catch(() => {});
    expect((await getSession(impostor)).status).toBe(401);
  });
});

import { password } from '../../../../support/credentials.ts';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  actSensitively,
  copyCookies,
  getSession,
  logout,
  refresh,
  signedInUser,
  totp,
  userWithAuthenticator,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite({ owner: 'owner@example.org' });
});
afterAll(() => site.close());

const confirm = (browser: Browser, userCode: string, typed = password) =>
  browser.ask('POST /api/auth/cognito/reauthenticate', { password: typed, userCode });

/** Creates a user whose sign-in is more than five minutes old. */
async function quietUser(username: string) {
  const browser = await signedInUser(site, username);
  site.clock.advance(5 * minute);
  return browser;
}

describe('a sensitive call', () => {
  it('is allowed for five minutes after a sign-in', async () => {
    const browser = await signedInUser(site, 'five@example.org');
    site.clock.advance(5 * minute - 1);
    expect(await actSensitively(browser)).toBe('allowed');
    site.clock.advance(1);
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
  });

  it('is refused after a renewal of the session, which proves nothing about its user', async () => {
    const browser = await signedInUser(site, 'renewed@example.org');
    expect((await refresh(browser)).status).toBe(200);
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
  });

  it('is refused before its input is looked at, and changes nothing', async () => {
    const owner = await quietUser('owner@example.org');
    const before = await site.items('auth', 'INVITE#');
    const asked = await owner.ask('POST /api/auth/owner/invitations/create', { note: '' });
    expect(asked).toMatchObject({ status: 403, body: { errorCode: 'reauthenticationRequired' } });
    expect(await site.items('auth', 'INVITE#')).toEqual(before);
  });
});

describe('the confirmation with password and code', () => {
  it('ends the sign-in at Cognito that has checked the code', async () => {
    const username = 'once@example.org';
    const browser = await quietUser(username);
    expect(await confirm(browser, totp(site, username))).toMatchObject({ status: 200, body: {}, cookies: [] });
    expect(site.pool.calls.at(-1)).toBe('RevokeToken');
  });

  it('refuses a wrong password, a wrong code, and a code that was used before', async () => {
    const username = 'wrong@example.org';
    const browser = await quietUser(username);
    const refused = async (asked: ReturnType<typeof confirm>) => (await asked).body['errorCode'];
    expect(await refused(confirm(browser, totp(site, username), 'Wrong-one-1'))).toBe('incorrectUsernameOrPassword');
    const code = totp(site, username);
    expect(await refused(confirm(browser, code === '000000' ? '000001' : '000000'))).toBe('wrongCode');
    expect(await refused(confirm(browser, 'abcdef'))).toBe('wrongCode');
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
    expect((await confirm(browser, code)).status).toBe(200);
    expect(await refused(confirm(browser, code))).toBe('wrongCode');
  });

  it('refuses all but one of several with the same code', async () => {
    const username = 'twice@example.org';
    const browser = await quietUser(username);
    const code = totp(site, username);
    const answers = await Promise.all([confirm(browser, code), confirm(browser, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await actSensitively(browser)).toBe('allowed');
  });

  it('counts wrong passwords and codes like a sign-in', async () => {
    const username = 'guessed@example.org';
    const browser = await quietUser(username);
    for (let tries = 0; tries < 5; tries++) await confirm(browser, '123456', 'Wrong-one-1');
    expect((await confirm(browser, totp(site, username))).body['errorCode']).toBe('incorrectUsernameOrPassword');
    site.clock.advance(10 * minute);
    for (let tries = 0; tries < 10; tries++) await confirm(browser, '12345a');
    const wrong = totp(site, username) === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 10; tries++) await confirm(browser, wrong);
    expect((await confirm(browser, totp(site, username))).body['errorCode']).toBe('tooMany');
  });

  it('is refused when the session ends meanwhile, and does not restore the session', async () => {
    const username = 'ended@example.org';
    const browser = await quietUser(username);
    const thief = copyCookies(site, browser);
    site.pool.meanwhile('RespondToAuthChallenge', () => logout(browser));
    expect((await confirm(thief, totp(site, username))).status).toBe(401);
    expect((await getSession(thief)).status).toBe(401);
  });

  it('is refused for another account than that of the session', async () => {
    const ann = await quietUser('ann@example.org');
    await userWithAuthenticator(site, 'bob@example.org');
    // The address of the session's account belongs to another account by now.
    const [session] = (await site.items('sessions')).filter(({ email }) => email === 'ann@example.org');
    const Item = { ...session, email: 'bob@example.org' };
    await site.tables.client.send(new PutCommand({ TableName: 'sessions', Item }));
    expect((await confirm(ann, totp(site, 'bob@example.org'))).body['errorCode']).toBe('incorrectUsernameOrPassword');
    expect(await actSensitively(ann)).toBe('reauthenticationRequired');
  });

  it('asks for a new sign-in when the authenticator was removed', async () => {
    const username = 'removed@example.org';
    const browser = await quietUser(username);
    await site.pool.admin('AdminDeleteSoftwareToken', username);
    expect(await confirm(browser, '123456')).toMatchObject({ status: 409, body: { errorCode: 'conflict' } });
  });

  it('is in the audit trail, done and refused, but not the call that asks for it', async () => {
    const username = 'audited@example.org';
    const browser = await quietUser(username);
    await actSensitively(browser);
    await confirm(browser, '123456', 'Wrong-one-1');
    await confirm(browser, totp(site, username));
    const { body } = await browser.ask('GET /api/auth/activity');
    expect(body['list']).toMatchObject([
      { kind: 'reauthenticated', code: null },
      { kind: 'reauthenticated', code: 'incorrectUsernameOrPassword' },
      { kind: 'signIn' },
      {},
    ]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Invitation, AccountView, SignedInBrowser } from 'shared-types/contract/auth';
import * as z from 'zod';
import { type AuthSite, type Browser, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  signIn,
  userWithAuthenticator,
  refresh,
  signedInUser,
  signUp,
  getSession,
} from '../../../../support/site/test-user.ts';

const day = 24 * hour;
const at = '/api/auth/owner';
let site: AuthSite;
let owner: Browser;
beforeAll(async () => {
  site = await startAuthSite({ owner: 'Owner@Example.org' });
  await userWithAuthenticator(site, 'owner@example.org');
});
// A minute passes for the code, so that what a test makes is the newest.
beforeEach(async () => {
  owner = site.browser();
  await signIn(site, owner, 'owner@example.org');
});
afterAll(() => site.close());

const Created = z.object({ code: z.string(), invitation: Invitation });
const create = async (note: string) => Created.parse((await owner.ask(`POST ${at}/invitations/create`, { note })).body);
const revoke = (invitationRef: string) =>
  owner.ask(`POST ${at}/invitations/{invitationRef}/revoke`, undefined, { params: { invitationRef } });
const invitations = async () => z.array(Invitation).parse((await owner.ask(`GET ${at}/invitations`)).body['list']);
const accounts = async () => z.array(AccountView).parse((await owner.ask(`GET ${at}/accounts`)).body['list']);
const sessionsOf = async (userId: string) => {
  const { body } = await owner.ask(`GET ${at}/accounts/{userId}/sessions`, undefined, { params: { userId } });
  return z.array(SignedInBrowser).parse(body['list']);
};
const end = (userId: string, sessionRef: string) =>
  owner.ask(`POST ${at}/accounts/{userId}/sessions/{sessionRef}/end`, undefined, { params: { userId, sessionRef } });
/** Signs the owner in again after an hour. */
const comeBack = () => refresh(owner);

async function accountOf(email: string) {
  const found = (await accounts()).find((each) => each.email === email);
  if (!found) throw new Error(`${email} is not listed`);
  return found;
}

describe('the owner', () => {
  it('is the account with the address that the deployment names', async () => {
    const guest = await signedInUser(site, 'guest@example.org');
    expect((await owner.ask(`GET ${at}`)).body).toEqual({ isOwner: true });
    expect((await guest.ask(`GET ${at}`)).body).toEqual({ isOwner: false });
    expect((await guest.ask(`GET ${at}/accounts`)).body).toMatchObject({ errorCode: 'forbidden' });
  });

  it('does not exist when the deployment names no address', async () => {
    const other = await startAuthSite();
    const browser = await signedInUser(other, 'owner@example.org');
    expect((await browser.ask(`GET ${at}`)).body).toEqual({ isOwner: false });
    expect((await browser.ask(`GET ${at}/invitations`)).status).toBe(403);
    await other.close();
  });
});

describe('an invitation of the owner', () => {
  it('shows its code once, admits one account, and names that account', async () => {
    const { code, invitation } = await create(' for Dan ');
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){5}[A-HJ-NP-Z2-9]$/);
    expect(invitation).toMatchObject({ note: 'for Dan', state: 'open', usedBy: null });
    expect(invitation.expiryTime - invitation.createTime).toBe(7 * day);
    expect(JSON.stringify(await site.items('auth'))).not.toContain(code.replaceAll('-', ''));
    expect((await signUp(site.browser(), 'dan@example.org', code)).status).toBe(200);
    expect((await signUp(site.browser(), 'eve@example.org', code)).status).toBe(400);
    const [newest] = await invitations();
    expect(newest).toEqual({ ...invitation, state: 'used', usedBy: 'dan@example.org' });
  });

  it('admits no account after it is revoked, and can be revoked again', async () => {
    const { code, invitation } = await create('');
    expect((await revoke(invitation.invitationRef)).body).toEqual({ ...invitation, state: 'revoked' });
    expect((await revoke(invitation.invitationRef)).body).toEqual({ ...invitation, state: 'revoked' });
    expect((await signUp(site.browser(), 'late@example.org', code)).body).toMatchObject({ errorCode: 'signUpRefused' });
    expect((await invitations()).find(({ state }) => state === 'revoked')).toMatchObject({
      invitationRef: invitation.invitationRef,
    });
  });

  it('cannot be revoked when it was used or does not exist', async () => {
    const { code, invitation } = await create('');
    await signUp(site.browser(), 'quick@example.org', code);
    expect(await revoke(invitation.invitationRef)).toMatchObject({
      status: 409,
      body: { errorCode: 'conflict', current: 'used', message: 'quick@example.org has already used this invitation.' },
    });
    const rows = (await site.items('auth')).length;
    expect((await revoke('0'.repeat(64))).status).toBe(404);
    expect(await site.items('auth')).toHaveLength(rows);
  });

  it.each(['x'.repeat(61), '\ud800'])('refuses the note %j', async (note) => {
    const refused = await owner.ask(`POST ${at}/invitations/create`, { note });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
  });

  it('expires after a week and stays visible, like one of the operator', async () => {
    site.clock.advance(1000);
    const { code, invitation } = await create('too late');
    const operators = await site.invite();
    site.clock.advance(7 * day);
    await comeBack();
    const [first, second] = await invitations();
    expect([first, second].map((each) => each?.state)).toEqual(['expired', 'expired']);
    expect([first, second]).toContainEqual({ ...invitation, state: 'expired' });
    for (const each of [code, operators])
      expect((await signUp(site.browser(), 'slow@example.org', each)).status).toBe(400);
    // DynamoDB may delete the invitation a month later.
    const rows = await site.items('auth', `INVITE#${invitation.invitationRef}`);
    expect(rows).toEqual([expect.objectContaining({ ttl: Math.ceil((invitation.expiryTime + 30 * day) / 1000) })]);
  });
});

describe('the list of accounts', () => {
  it('shows every account that has signed in, with the time of its last sign-in', async () => {
    const before = (await accounts()).map(({ email }) => email);
    expect(before).toContain('owner@example.org');
    await userWithAuthenticator(site, 'shy@example.org');
    await signedInUser(site, 'ann@example.org');
    const listed = await accounts();
    expect(listed.map(({ email }) => email)).toEqual([...before, 'ann@example.org'].toSorted());
    expect(listed.find(({ email }) => email === 'ann@example.org')).toEqual({
      userId: expect.stringMatching(/^cognito\|/),
      name: 'ann',
      avatarUrl: null,
      email: 'ann@example.org',
      provider: 'cognito',
      lastSignInTime: site.clock.now(),
      disabledTime: null,
    });
  });

  it('ends one browser of an account and keeps another', async () => {
    const first = await signedInUser(site, 'two@example.org');
    const second = site.browser();
    await signIn(site, second, 'two@example.org');
    const { userId } = await accountOf('two@example.org');
    const [newest, oldest] = await sessionsOf(userId);
    expect([newest?.current, oldest?.current]).toEqual([false, false]);
    expect((await end(userId, oldest?.sessionRef ?? '')).body).toEqual({});
    expect((await getSession(first)).status).toBe(401);
    expect((await refresh(first)).status).toBe(401);
    expect((await getSession(second)).status).toBe(200);
    expect(await sessionsOf(userId)).toEqual([newest]);
    expect((await end(userId, oldest?.sessionRef ?? '')).status).toBe(404);
  });

  it('refuses the session of another account', async () => {
    const bob = await signedInUser(site, 'bob@example.org');
    const [session] = await sessionsOf((await accountOf('bob@example.org')).userId);
    const { userId } = await accountOf('owner@example.org');
    expect((await end(userId, session?.sessionRef ?? '')).status).toBe(404);
    expect((await getSession(bob)).status).toBe(200);
  });

  it('includes the owner, whose own cookies are cleared', async () => {
    const { userId } = await accountOf('owner@example.org');
    const own = (await sessionsOf(userId)).find(({ current }) => current);
    const { status, cookies } = await end(userId, own?.sessionRef ?? '');
    expect(status).toBe(200);
    expect(cookies.filter((cookie) => cookie.includes('Max-Age=0')).map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-sid',
      '__Host-rid',
      'refresh_type',
    ]);
    expect((await getSession(owner)).status).toBe(401);
  });
});

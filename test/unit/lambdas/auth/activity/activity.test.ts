import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AuditEvent } from 'shared-types/contract/audit';
import { AccountView, SignedInBrowser } from 'shared-types/contract/auth';
import * as z from 'zod';
import { type AuthSite, type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  confirmedUser,
  confirmUser,
  copyCookies,
  logout,
  mailedCode,
  refresh,
  signedInUser,
  signIn,
  signUp,
  submitPassword,
  totp,
  userWithAuthenticator,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
let owner: Browser;
beforeAll(async () => {
  site = await startAuthSite({ owner: 'owner@example.org' });
  owner = await signedInUser(site, 'owner@example.org');
});
afterAll(() => site.close());

const Page = z.object({ events: z.array(AuditEvent), cursor: z.string().nullable() });
const listPage = async (query: Record<string, string> = {}) => {
  await refresh(owner);
  const asked = { query: new URLSearchParams(query).toString() };
  return Page.parse((await owner.ask('GET /api/auth/owner/activity', undefined, asked)).body);
};
const list = async (query: Record<string, string> = {}) => (await listPage(query)).events;
const own = async (browser: Browser) =>
  z.array(AuditEvent).parse((await browser.ask('GET /api/auth/activity')).body['list']);
const brief = (events: AuditEvent[]) =>
  events.map(({ kind, code, count }) =>
    [kind, ...(code === null ? [] : [code]), ...(count === 1 ? [] : [count])].join(' '),
  );
const userIdOf = async (email: string) => {
  await refresh(owner);
  const { body } = await owner.ask('GET /api/auth/owner/accounts');
  const found = z
    .array(AccountView)
    .parse(body['list'])
    .find((account) => account.email === email);
  return found?.userId ?? '';
};
const attackerAddress = '198.51.100.66';

describe('the activity of an account', () => {
  it('has its authenticator, its sign-ins, the first of them in a new browser, its renewals and its sign-out', async () => {
    const browser = await signedInUser(site, 'ann@example.org');
    const [entered, setUp] = await own(browser);
    expect(entered).toMatchObject({ kind: 'signIn', outcome: 'done', isNewBrowser: true, network: '203.0.113.0/24' });
    expect(setUp).toMatchObject({ kind: 'authenticatorSet', outcome: 'done' });
    await refresh(browser);
    await logout(browser);
    await signIn(site, browser, 'ann@example.org');
    const events = await own(browser);
    expect(brief(events)).toEqual(['signIn', 'signOut', 'sessionRenewed', 'signIn', 'authenticatorSet']);
    expect(events.map(({ isNewBrowser }) => isNewBrowser)).toEqual([false, false, false, true, false]);
  });

  it('has wrong passwords and codes of strangers, counted by the minute, and no right password', async () => {
    const username = 'bea@example.org';
    const browser = await signedInUser(site, username);
    const stranger = site.browser('198.51.101.66');
    site.clock.advance(minute);
    for (let tries = 0; tries < 7; tries++) await submitPassword(stranger, username, 'Wrong-one-1');
    site.clock.advance(20 * minute);
    await submitPassword(stranger, username);
    await stranger.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode: '000000' });
    await refresh(browser);
    const events = (await own(browser)).filter(({ network }) => network === '198.51.101.0/24');
    expect(brief(events)).toEqual(['signIn wrongCode', 'signIn tooMany 2', 'signIn incorrectUsernameOrPassword 5']);
    expect(events.every(({ outcome }) => outcome === 'refused')).toBe(true);
  });

  it('has a session that is used in another browser or network, once for each', async () => {
    const username = 'ivy@example.org';
    const browser = await signedInUser(site, username);
    const firefox = { 'user-agent': 'Mozilla/5.0 Gecko/20100101 Firefox/150.0' };
    const renew = (sent: { address?: string; headers?: Record<string, string> } = {}) =>
      browser.ask('POST /api/auth/cognito/sign_in_refresh', undefined, sent);
    for (let times = 0; times < 2; times++) {
      await renew();
      await renew({ address: '198.51.100.9' });
      await renew({ address: '198.51.100.200' });
      await renew({ address: attackerAddress, headers: firefox });
    }
    const events = (await own(browser)).toReversed().filter(({ kind }) => kind.startsWith('session'));
    expect(events.map(({ kind, isNewBrowser, network }) => [kind, isNewBrowser, network])).toEqual([
      ['sessionRenewed', false, '203.0.113.0/24'],
      ['sessionMoved', false, '198.51.100.0/24'],
      ['sessionRenewed', false, '198.51.100.0/24'],
      ['sessionMoved', true, '198.51.100.0/24'],
      ['sessionRenewed', false, '203.0.113.0/24'],
      ['sessionRenewed', false, '198.51.100.0/24'],
      ['sessionRenewed', false, '198.51.100.0/24'],
      ['sessionRenewed', false, '198.51.100.0/24'],
    ]);
    const listed = z.array(SignedInBrowser).parse((await browser.ask('GET /api/auth/sessions')).body['list']);
    expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set([listed[0]?.sessionRef]));
    expect((await own(browser)).find(({ kind }) => kind === 'signIn')?.subject).toBe(listed[0]?.sessionRef);
  });

  it('has a requested recovery and the new password', async () => {
    const username = 'cleo@example.org';
    const browser = await userWithAuthenticator(site, username);
    await signIn(site, browser, username);
    await browser.ask('POST /api/auth/cognito/forgot_password', { username });
    const confirmationCode = mailedCode(site, username);
    const reset = { username, confirmationCode, password: 'Another-horse-2' };
    await browser.ask('POST /api/auth/cognito/reset_password', { ...reset, confirmationCode: '000000' });
    expect((await browser.ask('POST /api/auth/cognito/reset_password', reset)).status).toBe(200);
    const userId = await userIdOf(username);
    const recovery = new Set(['recoveryRequested', 'passwordReset']);
    // Items of one minute are in no order of their own.
    expect(brief((await list({ userId })).filter(({ kind }) => recovery.has(kind))).toSorted()).toEqual([
      'passwordReset',
      'passwordReset resetRefused',
      'recoveryRequested',
    ]);
  });

  it('is not shown to another user', async () => {
    const browser = await signedInUser(site, 'dan@example.org');
    expect(brief(await own(browser))).toEqual(['signIn', 'authenticatorSet']);
    const refused = await browser.ask('GET /api/auth/owner/activity');
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
  });
});

describe("the owner's view of the activity", () => {
  it('says who ended the session of another user', async () => {
    const browser = await signedInUser(site, 'eve@example.org');
    const [userId, ownerId] = [await userIdOf('eve@example.org'), await userIdOf('owner@example.org')];
    const params = { userId };
    const listed = await owner.ask('GET /api/auth/owner/accounts/{userId}/sessions', undefined, { params });
    const [session] = z.array(SignedInBrowser).parse(listed.body['list']);
    const sessionRef = session?.sessionRef ?? '';
    const end = 'POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end';
    await confirmUser(site, owner, 'owner@example.org');
    await owner.ask(end, undefined, { params: { userId, sessionRef } });
    expect((await list({ userId }))[0]).toMatchObject({
      kind: 'sessionEnded',
      userId,
      by: ownerId,
      subject: sessionRef,
    });
    expect((await refresh(browser)).status).toBe(401);
  });

  it('tells what an attack did: wrong passwords, a used invitation, a stolen handle and a forbidden call', async () => {
    const victim = await signedInUser(site, 'fay@example.org');
    const invitation = await site.invite();
    expect((await signUp(site.browser(), 'guest@example.org', invitation)).status).toBe(200);
    site.clock.advance(minute);
    const attacker = site.browser(attackerAddress);
    for (let tries = 0; tries < 100; tries++)
      await submitPassword(attacker, `guess${tries}@example.org`, 'Wrong-one-1');
    expect((await signUp(attacker, 'mallory@example.org', invitation)).status).toBe(400);
    const thief = copyCookies(site, victim);
    const stolen = { address: attackerAddress, headers: { 'user-agent': 'Mozilla/5.0 Gecko/20100101 Firefox/150.0' } };
    expect((await thief.ask('POST /api/auth/cognito/sign_in_refresh', undefined, stolen)).status).toBe(200);
    expect((await thief.ask('GET /api/auth/owner/accounts', undefined, stolen)).status).toBe(403);

    const events = (await list()).filter(({ network }) => network === '198.51.100.0/24');
    const userId = await userIdOf('fay@example.org');
    const about = events.map(({ userId: id, browser, route, usernames, hasMoreUsernames }) =>
      id === userId ? `${browser} ${route}` : [usernames.length, hasMoreUsernames],
    );
    const seen = brief(events).map((text, index) => [text, about[index]]);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['signIn incorrectUsernameOrPassword 30', [5, true]],
        ['signIn tooMany 70', [5, true]],
        ['signUp invitationUsed', [1, false]],
        ['sessionMoved', 'Firefox POST /api/auth/cognito/sign_in_refresh'],
        ['refusedCall forbidden', 'Firefox GET /api/auth/owner/accounts'],
      ]),
    );
    expect(new Set((await list({ kind: 'sessionRenewed' })).map(({ kind }) => kind))).toEqual(
      new Set(['sessionRenewed']),
    );
  });

  it('names a used invitation, a taken username and an unknown invitation differently', async () => {
    await confirmedUser(site, 'taken@example.org');
    site.clock.advance(minute);
    const stranger = site.browser('192.0.2.1');
    await signUp(stranger, 'taken@example.org', await site.invite());
    await signUp(stranger, 'new@example.org', 'UNKNOWN-CODE');
    const events = (await list({ kind: 'signUp' })).filter(({ network }) => network === '192.0.2.0/24');
    expect(brief(events).toSorted()).toEqual(['signUp invitationRefused', 'signUp usernameTaken']);
  });

  it('names the invitation of a sign-up and of its second use, and stores no reference of what was only typed', async () => {
    await refresh(owner);
    await confirmUser(site, owner, 'owner@example.org');
    const created = await owner.ask('POST /api/auth/owner/invitations/create', { note: 'Quinn' });
    const code = z.string().parse(created.body['code']);
    const { invitationRef } = z.object({ invitationRef: z.string() }).parse(created.body['invitation']);
    const stranger = site.browser('192.0.3.1');
    await signUp(stranger, 'quinn@example.org', code);
    await signUp(stranger, 'mallory@example.org', code);
    await signUp(stranger, 'mallory@example.org', 'UNKNOWN-CODE');
    const events = (await list({ kind: 'signUp' })).filter(({ network }) => network === '192.0.3.0/24');
    expect(Object.fromEntries(events.map(({ code: why, subject }) => [why ?? 'done', subject]))).toEqual({
      done: invitationRef,
      invitationUsed: invitationRef,
      invitationRefused: null,
    });
    expect((await list({ kind: 'invitationCreated' }))[0]?.subject).toBe(invitationRef);
  });

  it('counts requests for another code, and those beyond the limit', async () => {
    const stranger = site.browser('192.0.2.130');
    const username = 'nobody@example.org';
    for (let tries = 0; tries < 4; tries++) await stranger.ask('POST /api/auth/cognito/resend_code', { username });
    const events = await list({ kind: 'codeRequested' });
    expect(brief(events).toSorted()).toEqual(['codeRequested 3', 'codeRequested tooMany']);
  });

  it('has the invitations that were made', async () => {
    await refresh(owner);
    await confirmUser(site, owner, 'owner@example.org');
    await owner.ask('POST /api/auth/owner/invitations/create', { note: 'for Gus' });
    const [created] = await list({ kind: 'invitationCreated' });
    expect(created).toMatchObject({ userId: await userIdOf('owner@example.org'), by: null });
    expect(JSON.stringify(await site.items('audit'))).not.toContain('Gus');
  });

  it('stores no password, code or token', async () => {
    const stored = JSON.stringify(await site.items('audit'));
    const tokens = ['__Host-sid', '__Host-rid', '__Host-device'].map((name) => owner.jar.get(name) ?? 'no cookie');
    const secrets = ['Wrong-one-1', 'Correct-horse-1', 'Another-horse-2', ...tokens];
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
  });

  it('continues from page to page, by day and by account, and has every event once', async () => {
    const userId = await userIdOf('owner@example.org');
    site.clock.advance(minute);
    for (let renewals = 0; renewals < 60; renewals++) {
      site.clock.advance(1);
      await refresh(owner);
    }
    const filters: Record<string, string>[] = [
      { day: new Date(site.clock.now()).toISOString().slice(0, 10) },
      { userId },
      { userId, day: new Date(site.clock.now()).toISOString().slice(0, 10) },
    ];
    for (const filter of filters) {
      const all: AuditEvent[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: z.infer<typeof Page> = await listPage({ ...filter, ...(cursor && { cursor }) });
        expect(page.events.length).toBeLessThanOrEqual(50);
        // A cursor that leads nowhere would go on for ever.
        expect(all.length).toBeLessThan(2000);
        all.push(...page.events);
        ({ cursor } = page);
      }
      expect(all.length).toBeGreaterThan(60);
      expect(new Set(all.map(({ eventRef }) => eventRef)).size).toBe(all.length);
      expect(all.map(({ eventRef }) => eventRef)).toEqual(
        all
          .map(({ eventRef }) => eventRef)
          .toSorted()
          .toReversed(),
      );
    }
  });

  it('is empty on another day, and refuses a cursor of another day', async () => {
    expect(await listPage({ day: '2020-02-03' })).toEqual({ events: [], cursor: null });
    const userId = await userIdOf('owner@example.org');
    expect(await list({ day: '2020-02-03', userId })).toEqual([]);
    const query = 'day=2020-02-03&cursor=1700000000000%23x';
    const answer = await owner.ask('GET /api/auth/owner/activity', undefined, { query });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
  });

  it('fails no sign-in that it cannot write down', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => {});
    const username = 'hal@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    site.tables.fail('PutItemCommand');
    const sent = { username, userCode: totp(site, username) };
    const answer = await browser.ask('POST /api/auth/cognito/sign_in_confirm', sent);
    site.tables.fail(undefined);
    expect(answer.status).toBe(200);
    expect(error.mock.calls.map(String).join()).toContain('audit event not written');
    error.mockRestore();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from 'shared-types/contract/audit';
import * as z from 'zod';
import { owner, password } from '../support/credentials.ts';
import { authenticatorCode } from '../support/site/accounts.ts';
import { apiCaller } from '../support/site/caller.ts';
import { type CookieBrowser, cookieBrowser } from '../support/site/cookie-browser.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { startSite, type Site } from '../support/site/site.ts';

const username = 'ann@example.org';
/** Linux has every address of 127.0.0.0/8, so that the attack comes from two networks there. Other systems have one. */
const networks = process.platform === 'linux' ? ['127.0.0.1', '127.0.9.1'] : ['127.0.0.1'];
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };

let site: Site;
let asOwner: ReturnType<typeof apiCaller>;
let victim: CookieBrowser;
let invitation = '';

beforeAll(async () => {
  site = await startSite();
  site.secrets.add(password);
  asOwner = apiCaller(site.origin, await site.signIn(owner));
  victim = await signedInVictim();
});
afterAll(() => site.stop());

const Mails = z.array(
  z.object({
    to: z.string(),
    code: z.string().optional(),
    subject: z.string().optional(),
    text: z.string().optional(),
  }),
);
const mailsToAnn = async () => Mails.parse(await site.control('/mail')).filter(({ to }) => to === username);
const totp = () => authenticatorCode(site, username);

/** Signs up by the owner's invitation, and signs in. */
async function signedInVictim() {
  const browser = cookieBrowser(site);
  const post = async (call: string, body: object, status = 200) =>
    expect(await browser.ask('POST', `/api/auth/cognito/${call}`, body)).toMatchObject({ status });
  invitation = (await asOwner('POST /api/auth/owner/invitations/create', { body: { note: 'Ann' } })).code;
  await post('sign_up', { username, password, registrationCode: invitation });
  const [mail] = await mailsToAnn();
  await post('sign_up_confirm', { username, confirmationCode: mail?.code });
  await post('sign_in', { username, password }, 400);
  await post('setup_mfa', { userCode: await totp() });
  await post('sign_in', { username, password }, 400);
  await post('sign_in_confirm', { username, userCode: await totp() });
  return browser;
}

async function everyEvent(): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { events: AuditEvent[]; cursor: string | null } = await asOwner('GET /api/auth/owner/activity', {
      query: cursor === '' ? {} : { cursor },
    });
    all.push(...page.events);
    ({ cursor } = page);
  }
  return all;
}
const brief = (events: AuditEvent[]) => events.map(({ kind, code }) => (code === null ? kind : `${kind} ${code}`));

describe("the owner's activity", () => {
  it('has the whole way of a new user, from the invitation to the first sign-in', async () => {
    expect(brief(await everyEvent())).toEqual(
      expect.arrayContaining(['invitationCreated', 'signUp', 'emailConfirmed', 'authenticatorSet', 'signIn']),
    );
  });

  it('tells of an attack on one account what was done, from where, and by which browser', async () => {
    const link = /http\S+/.exec((await mailsToAnn()).findLast(({ text }) => text?.includes('http'))?.text ?? '')?.[0];
    expect(await (await fetch(link ?? '')).text()).toContain('SubscriptionArn');
    const attacker = cookieBrowser(site);
    const attack = (localAddress: string, call: string, body: object) =>
      attacker.ask('POST', `/api/auth/cognito/${call}`, body, firefox, localAddress);
    // Four at once leave executions to the site's own functions, so none is refused for want of one.
    for (let tries = 0; tries < 100; tries += 4)
      await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          attack(networks[index % networks.length] ?? '', 'sign_in', { username, password: 'Wrong-one-1' }),
        ),
      );
    await attack('127.0.0.1', 'sign_up', { username: 'mallory@example.org', password, registrationCode: invitation });
    const thief = cookieBrowser(site);
    for (const [name, value] of victim.jar) thief.jar.set(name, value);
    const renewed = await thief.ask('POST', '/api/auth/cognito/sign_in_refresh', undefined, firefox);
    expect(renewed.status).toBe(200);
    expect((await victim.ask('POST', '/api/auth/cognito/sign_in_refresh')).status).toBe(200);
    expect((await thief.ask('POST', '/api/auth/cognito/sign_in_refresh', undefined, firefox)).status).toBe(200);
    expect((await thief.ask('GET', '/api/auth/owner/accounts', undefined, firefox)).status).toBe(403);

    const accounts = await asOwner('GET /api/auth/owner/accounts', {});
    const ann = accounts.find(({ email }) => email === username)?.userId ?? null;
    const events = await everyEvent();
    const told = events.filter(({ browser }) => browser === 'Firefox');
    const guesses = told.filter(({ kind, userId }) => kind === 'signIn' && userId === ann);
    // The attack may go on for more than a minute on a slow machine, and each minute has its own items.
    const guessesFrom = (network: string) =>
      guesses.filter((each) => each.network === network).reduce((sum, { count }) => sum + count, 0);
    expect(networks.map((network) => guessesFrom(network.replace(/1$/, '0/24')))).toEqual(
      networks.map(() => 100 / networks.length),
    );
    expect(guesses.length).toBeLessThan(20);
    expect(guesses.every(({ outcome }) => outcome === 'refused')).toBe(true);
    expect(new Set(brief(guesses))).toEqual(new Set(['signIn incorrectUsernameOrPassword', 'signIn tooMany']));
    const lines = told
      .filter((event) => !guesses.includes(event))
      .map((event) => [...brief([event]), event.userId, event.network].join(' '));
    expect(lines.toSorted()).toEqual([
      `refusedCall forbidden ${ann} 127.0.0.0/24`,
      `sessionMoved ${ann} 127.0.0.0/24`,
      `sessionRenewed ${ann} 127.0.0.0/24`,
      'signUp invitationUsed  127.0.0.0/24',
    ]);
    // The owner can end exactly the session that was stolen.
    const stolen = told.find(({ kind }) => kind === 'sessionMoved');
    const sessions = await asOwner('GET /api/auth/owner/accounts/{userId}/sessions', { params: { userId: ann ?? '' } });
    expect(sessions.map(({ sessionRef }) => sessionRef)).toEqual([stolen?.subject]);
    const subjects = (await mailsToAnn()).flatMap(({ subject }) => subject ?? []);
    expect(subjects).toEqual([
      'AWS Notification - Subscription Confirmation',
      expect.stringMatching(/: Session used in another browser$/),
    ]);
  });

  it('has the acts of every tool, and their refusals', async () => {
    const call = apiCaller(site.origin, await site.signIn('Bea'));
    const [stackName = ''] = (await call('GET /api/minecraft_bedrock/v2', {})).data;
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params: { stackName } });
    await call('POST /api/minecraft_bedrock/v2/{stackName}/stop', { params: { stackName } });
    const { sessionId } = await call('POST /api/chat/session/create', { body: { title: 'Plans' } });
    await call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } });
    const resblockId = '1199027300104';
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    await site.control('/invitations', {});
    // A repeated deletion is no second event.
    await call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } });
    await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    await call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
    for (const path of [
      `/api/minecraft_bedrock/v2/${stackName}/restart`,
      '/api/chat/session/create',
      '/api/ljmonitor/batch/refreshAllHouse',
    ])
      expect(
        (await sendRaw(site.origin, { method: 'POST', path, headers: { 'sec-fetch-site': 'cross-site' } })).status,
      ).toBe(403);
    const own = await call('GET /api/auth/activity', {});
    const byOperator = (await everyEvent()).filter(({ by }) => by === 'operator');
    // The first one is made when the site starts.
    expect(brief(byOperator)).toEqual(['invitationCreated', 'invitationCreated']);
    expect(byOperator[0]).toMatchObject({ userId: null, route: 'npm run invite' });
    expect(own.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['communityDeleted', resblockId],
      ['conversationDeleted', sessionId],
      ['stackStopped', stackName],
      ['stackStarted', stackName],
    ]);
    const refused = (await everyEvent()).filter(({ code, userId }) => code === 'forbidden' && userId === null);
    expect(new Set(brief(refused))).toEqual(new Set(['refusedCall forbidden', 'stackRestarted forbidden']));
    expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    await expect(call('GET /api/auth/owner/activity', {})).rejects.toMatchObject({ status: 403 });
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AuditEvent } from 'shared-types/contract/audit';
import * as z from 'zod';
import { apiCaller } from '../support/site/caller.ts';
import { type CookieBrowser, cookieBrowser } from '../support/site/cookie-browser.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { startSite, type Site } from '../support/site/site.ts';

jest.setTimeout(120_000);

const owner = 'owner@home.example';
const username = 'ann@example.org';
const password = 'Correct-horse-1';
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

const Mails = z.array(z.object({ to: z.string(), code: z.string() }));
const Code = z.object({ code: z.string() });
const totp = async () => {
  await site.control('/clock', { advanceMs: 60_000 });
  return Code.parse(await site.control(`/totp?username=${username}`)).code;
};

/** Signs up by the owner's invitation, and signs in. */
async function signedInVictim() {
  const browser = cookieBrowser(site);
  const post = async (call: string, body: object, status = 200) =>
    expect(await browser.ask('POST', `/api/auth/cognito/${call}`, body)).toMatchObject({ status });
  invitation = (await asOwner('POST /api/auth/owner/invitations/create', { body: { note: 'Ann' } })).code;
  await post('sign_up', { username, password, registrationCode: invitation });
  const [mail] = Mails.parse(await site.control('/mail'));
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

  it('tells what an attack did: 100 wrong passwords, a used invitation, a stolen handle and a forbidden call', async () => {
    const attacker = cookieBrowser(site);
    const attack = (call: string, body: object) => attacker.ask('POST', `/api/auth/cognito/${call}`, body, firefox);
    // Few enough at once that none is refused for want of an execution, which the site's own functions need too.
    for (let tries = 0; tries < 100; tries += 4)
      await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          attack('sign_in', { username: `guess${tries + index}@example.org`, password: 'Wrong-one-1' }),
        ),
      );
    await attack('sign_in', { username, password: 'Wrong-one-1' });
    await attack('sign_up', { username: 'mallory@example.org', password, registrationCode: invitation });
    const thief = cookieBrowser(site);
    for (const [name, value] of victim.jar) thief.jar.set(name, value);
    expect((await thief.ask('POST', '/api/auth/cognito/sign_in_refresh', undefined, firefox)).status).toBe(200);
    expect((await thief.ask('GET', '/api/auth/owner/accounts', undefined, firefox)).status).toBe(403);

    const accounts = await asOwner('GET /api/auth/owner/accounts', {});
    const ann = accounts.find(({ email }) => email === username)?.userId ?? null;
    const events = (await everyEvent()).filter(({ browser }) => browser === 'Firefox');
    const guesses = events.filter(({ kind, userId }) => kind === 'signIn' && userId === null);
    // The attack may go on for more than a minute on a slow machine, and each minute has its own items.
    expect(guesses.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(guesses.length).toBeLessThan(20);
    expect(new Set(brief(guesses))).toEqual(new Set(['signIn incorrectUsernameOrPassword', 'signIn tooMany']));
    const others = events.filter((event) => !guesses.includes(event));
    const lines = others.map((event) => [...brief([event]), event.userId, event.network].join(' '));
    expect(lines.toSorted()).toEqual([
      `refusedCall forbidden ${ann} 127.0.0.0/24`,
      `sessionRenewed ${ann} 127.0.0.0/24`,
      `signIn tooMany ${ann} 127.0.0.0/24`,
      'signUp invitationUsed  127.0.0.0/24',
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

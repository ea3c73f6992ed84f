import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  copyCookies,
  signIn,
  logout,
  userWithAuthenticator,
  refresh,
  signedInUser,
  getSession,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const day = 24 * hour;

describe('a session', () => {
  it('tells a page the name, the id, the picture and the preferences of its user, and nothing else', async () => {
    const browser = await signedInUser(site, 'minimal@example.org');
    expect((await getSession(browser)).body).toEqual({
      data: {
        userContext: { name: 'minimal', userId: expect.stringMatching(/^cognito\|[\w-]+$/), avatarUrl: null },
        preferences: expect.objectContaining({ version: 0 }),
      },
    });
  });

  it('costs a page two reads, of the session and of the preferences of its user', async () => {
    const browser = await signedInUser(site, 'counted@example.org');
    await getSession(browser);
    const commands: string[] = [];
    const count = { name: 'count', step: 'initialize' } as const;
    site.tables.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) => {
          commands.push(commandName);
          return next(args);
        },
      count,
    );
    expect((await getSession(browser)).status).toBe(200);
    site.tables.client.middlewareStack.remove(count.name);
    expect(commands).toEqual(['GetItemCommand', 'GetItemCommand']);
  });

  it("replaces the browser's previous session at each sign-in", async () => {
    const browser = await signedInUser(site, 'anew@example.org');
    const before = copyCookies(site, browser);
    await signIn(site, browser, 'anew@example.org');
    for (const name of ['__Host-sid', '__Host-rid']) expect(browser.jar.get(name)).not.toBe(before.jar.get(name));
    expect((await getSession(before)).status).toBe(401);
    expect((await refresh(before)).status).toBe(401);
    expect((await getSession(browser)).status).toBe(200);
  });

  it('never uses a planted token', async () => {
    const victim = await userWithAuthenticator(site, 'fixed@example.org');
    const planted = 'P'.repeat(43);
    for (const name of ['__Host-sid', '__Host-rid', '__Host-device', '__Host-step-c']) victim.jar.set(name, planted);
    await signIn(site, victim, 'fixed@example.org');
    expect([...victim.jar.values()]).not.toContain(planted);
    const attacker = site.browser();
    for (const name of ['__Host-sid', '__Host-rid']) attacker.jar.set(name, planted);
    expect((await getSession(attacker)).status).toBe(401);
    expect((await refresh(attacker)).status).toBe(401);
  });

  it('cannot be forged from stored data', async () => {
    const browser = await signedInUser(site, 'stored@example.org');
    const stored = JSON.stringify([await site.items('auth'), await site.items('sessions')]);
    for (const value of [...browser.jar.values()].filter((each) => each.length === 43))
      expect(stored).not.toContain(value);
  });

  it("never sends a provider's token to the browser", async () => {
    const username = 'no-tokens@example.org';
    const browser = await userWithAuthenticator(site, username);
    const answer = await signIn(site, browser, username);
    const [handle] = (await site.items('auth', 'SIGN_IN#')).filter(
      ({ createdAtMs }) => createdAtMs === site.clock.now(),
    );
    expect(JSON.stringify(answer)).not.toContain(String(handle?.['refreshToken']));
    expect(JSON.stringify(answer)).not.toMatch(/eyJ[\w-]*\./);
  });
});

describe('a sign-in', () => {
  it('sets its cookies even if the previous one could not be ended', async () => {
    const username = 'former@example.org';
    const browser = await signedInUser(site, username);
    const former = browser.jar.get('__Host-sid');
    site.tables.fail('DeleteItemCommand');
    await signIn(site, browser, username);
    site.tables.fail(undefined);
    expect(browser.jar.get('__Host-sid')).not.toBe(former);
    expect((await getSession(browser)).status).toBe(200);
  });
});

describe('a refresh', () => {
  it('starts another hour for thirty days with the same refresh token', async () => {
    const browser = await signedInUser(site, 'month@example.org');
    const handle = browser.jar.get('__Host-rid');
    for (let days = 0; days < 29; days++) {
      site.clock.advance(day);
      expect((await refresh(browser)).status).toBe(200);
      expect((await getSession(browser)).status).toBe(200);
    }
    expect(browser.jar.get('__Host-rid')).toBe(handle);
    site.clock.advance(day);
    site.pool.calls.length = 0;
    expect((await refresh(browser)).status).toBe(401);
    expect(site.pool.calls).toEqual([]);
  });

  it('keeps two tabs signed in that refresh at once', async () => {
    const browser = await signedInUser(site, 'tabs@example.org');
    site.clock.advance(hour);
    const other = copyCookies(site, browser);
    const answers = await Promise.all([refresh(browser), refresh(other), refresh(browser), refresh(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await getSession(browser)).status).toBe(200);
    expect((await getSession(other)).status).toBe(200);
  });

  it.each([
    ['none', undefined],
    ['a garbled one', 'garbage'],
    ['one that was never given out', 'A'.repeat(43)],
  ])('answers 401 without asking the provider when the refresh token is %s', async (_, handle) => {
    const browser = site.browser();
    browser.jar.set('__Host-sid', 'B'.repeat(43));
    browser.jar.set('refresh_type', 'cognito');
    if (handle !== undefined) browser.jar.set('__Host-rid', handle);
    site.pool.calls.length = 0;
    expect(await refresh(browser)).toMatchObject({ status: 401, body: { errorCode: 'unauthenticated' }, cookies: [] });
    expect(site.pool.calls).toEqual([]);
  });

  it("keeps the cookies of a sign-in that happened during the provider's answer", async () => {
    const username = 'thinking@example.org';
    const browser = await signedInUser(site, username);
    const underWay = copyCookies(site, browser);
    site.pool.meanwhile('InitiateAuth', () => signIn(site, browser, username));
    expect(await refresh(underWay)).toMatchObject({ status: 401, cookies: [] });
    expect((await getSession(browser)).status).toBe(200);
  });

  it("starts no session when the sign-in ended during the provider's answer", async () => {
    const browser = await signedInUser(site, 'race@example.org');
    const elsewhere = copyCookies(site, browser);
    // The provider must still accept the account.
    site.pool.fail('RevokeToken', 'broken');
    site.pool.meanwhile('InitiateAuth', () => logout(elsewhere));
    expect(await refresh(browser)).toMatchObject({ status: 401, cookies: [] });
    site.pool.fail('RevokeToken', undefined);
    expect(await site.items('sessions')).not.toContainEqual(expect.objectContaining({ name: 'race' }));
  });
});

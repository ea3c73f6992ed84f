import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { type AuthSite, type Browser, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import { copyCookies, signIn, logout, refresh, signedInUser, getSession } from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const cleared = ['__Host-sid', '__Host-rid', 'refresh_type'];
const sessions = async (browser: Browser) =>
  z
    .array(z.object({ sessionRef: z.string(), createTime: z.number(), provider: z.string(), current: z.boolean() }))
    .parse((await browser.ask('GET /api/auth/sessions')).body['list']);

describe('sign-out', () => {
  it('ends the session on the server, revokes at the provider, and clears cookies and cached data', async () => {
    const browser = await signedInUser(site, 'out@example.org');
    const stolen = copyCookies(site, browser);
    const handles = await site.items('auth', 'SIGN_IN#');
    site.pool.calls.length = 0;
    const answer = await logout(browser);
    expect(answer).toMatchObject({
      status: 302,
      headers: { location: '/', 'clear-site-data': '"cache","storage"', 'cache-control': 'no-store' },
    });
    expect(answer.cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      ...cleared,
      '__Host-step-c',
      '__Host-step-g',
    ]);
    expect(site.pool.calls).toEqual(['RevokeToken']);
    expect(await site.items('auth', 'SIGN_IN#')).toHaveLength(handles.length - 1);
    expect((await getSession(stolen)).status).toBe(401);
    expect((await refresh(stolen)).status).toBe(401);
  });

  it.each([
    { ...navigation, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { ...navigation, 'sec-purpose': 'prefetch' },
  ])('ends nothing for a request with %j', async (headers) => {
    const browser = await signedInUser(site, `stay${Math.random()}@example.org`);
    const answer = await logout(browser, headers);
    expect(answer).toMatchObject({ status: 302, headers: { location: '/' }, cookies: [] });
    expect(answer.headers).not.toHaveProperty('clear-site-data');
    expect((await getSession(browser)).status).toBe(200);
  });

  it('succeeds without a session', async () => {
    expect(await logout(site.browser())).toMatchObject({ status: 302, headers: { location: '/' } });
  });

  it('succeeds with an expired session and a refresh token', async () => {
    const browser = await signedInUser(site, 'left@example.org');
    site.clock.advance(2 * hour);
    const stolen = copyCookies(site, browser);
    await logout(browser);
    expect((await refresh(stolen)).status).toBe(401);
  });

  it('succeeds with only a session', async () => {
    const browser = await signedInUser(site, 'no-handle@example.org');
    browser.jar.delete('__Host-rid');
    const stolen = copyCookies(site, browser);
    await logout(browser);
    expect((await getSession(stolen)).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  it('shows each browser once, the newest first, and marks the current one', async () => {
    const username = 'list@example.org';
    const first = await signedInUser(site, username);
    const second = site.browser();
    await signIn(site, second, username);
    await refresh(first);
    const listed = await sessions(first);
    expect(listed.map(({ current }) => current)).toEqual([false, true]);
    expect(listed[0]?.createTime).toBeGreaterThan(listed[1]?.createTime ?? 0);
    expect(listed.every(({ provider }) => provider === 'cognito')).toBe(true);
  });

  it('ends the session and the refresh token of another browser', async () => {
    const username = 'end@example.org';
    const first = await signedInUser(site, username);
    const second = site.browser();
    await signIn(site, second, username);
    await refresh(second);
    const sessionRef = (await sessions(first)).find(({ current }) => !current)?.sessionRef ?? '';
    const ended = await first.ask('POST /api/auth/sessions/{sessionRef}/end', {}, { params: { sessionRef } });
    expect(ended).toMatchObject({ status: 200, body: {}, cookies: [] });
    expect((await getSession(second)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
    expect((await getSession(first)).status).toBe(200);
  });

  it('ends the current browser and clears its cookies', async () => {
    const browser = await signedInUser(site, 'self@example.org');
    const [own] = await sessions(browser);
    const params = { sessionRef: own?.sessionRef ?? '' };
    expect((await browser.ask('POST /api/auth/sessions/{sessionRef}/end', {}, { params })).status).toBe(200);
    expect(browser.jar.has('__Host-sid')).toBe(false);
  });

  it("answers for another user's session as for an unknown one", async () => {
    const victim = await signedInUser(site, 'theirs@example.org');
    const [theirs] = await sessions(victim);
    const browser = await signedInUser(site, 'nosy@example.org');
    const end = (sessionRef: string) =>
      browser.ask('POST /api/auth/sessions/{sessionRef}/end', {}, { params: { sessionRef } });
    const foreign = await end(theirs?.sessionRef ?? '');
    expect(foreign).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
    expect(foreign).toEqual(await end('never-existed'));
    expect((await getSession(victim)).status).toBe(200);
  });
});

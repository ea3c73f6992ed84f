import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, type Browser, hour, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { getSession, refresh, signedInUser, signIn } from '../../../../support/site/test-user.ts';

const day = 24 * hour;
const limit = 14 * day;
let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const uses = async (kind: 'sessions' | 'auth', userId: string) =>
  (await site.items(kind, kind === 'auth' ? 'SIGN_IN#' : ''))
    .filter((item) => item['userId'] === userId)
    .map(({ lastUsedAtMs }) => Number(lastUsedAtMs));
const userIdOf = async (browser: Browser) => {
  const { body } = await getSession(browser);
  return /cognito\|[\w-]+/.exec(JSON.stringify(body))?.[0] ?? '';
};

describe('a browser that is not used for the idle limit', () => {
  it('is signed out, to the millisecond, although the page has renewed its session each day', async () => {
    const browser = await signedInUser(site, 'idle@example.org');
    for (let days = 1; days < 14; days++) {
      site.clock.advance(day);
      expect((await refresh(browser)).status).toBe(200);
    }
    site.clock.advance(day - 1);
    expect((await refresh(browser)).status).toBe(200);
    // The last session does not outlive the limit.
    expect((await browser.ask('GET /api/auth/owner')).status).toBe(200);
    site.clock.advance(1);
    expect((await browser.ask('GET /api/auth/owner')).status).toBe(401);
    const ended = await refresh(browser);
    expect(ended.status).toBe(401);
    expect([...browser.jar.keys()]).not.toContain('__Host-rid');
  });

  it('stays signed in by one page load, up to the 30 days of a sign-in', async () => {
    const browser = await signedInUser(site, 'used@example.org');
    site.clock.advance(13 * day);
    await refresh(browser);
    expect((await getSession(browser)).status).toBe(200);
    site.clock.advance(13 * day);
    expect((await refresh(browser)).status).toBe(200);
    await getSession(browser);
    site.clock.advance(4 * day);
    expect((await refresh(browser)).status).toBe(401);
  });

  it('is not listed any more', async () => {
    const username = 'listed@example.org';
    await signedInUser(site, username);
    site.clock.advance(limit);
    const browser = site.browser();
    await signIn(site, browser, username);
    const { body } = await browser.ask('GET /api/auth/sessions');
    expect(body['list']).toEqual([expect.objectContaining({ current: true })]);
  });

  it('is signed out when a clock that was far ahead has stored its last use', async () => {
    const browser = await signedInUser(site, 'ahead@example.org');
    site.clock.advance(10 * day);
    await refresh(browser);
    await getSession(browser);
    site.clock.advance(-10 * day);
    expect((await refresh(browser)).status).toBe(401);
  });
});

describe('a page load', () => {
  it('is stored once an hour at most, in the session and its sign-in', async () => {
    const browser = await signedInUser(site, 'often@example.org');
    const startedAtMs = site.clock.now();
    const userId = await userIdOf(browser);
    site.clock.advance(59 * minute);
    await getSession(browser);
    expect([await uses('sessions', userId), await uses('auth', userId)]).toEqual([[startedAtMs], [startedAtMs]]);
    site.clock.advance(minute);
    await refresh(browser);
    const laterMs = site.clock.now();
    for (const _ of [1, 2]) {
      await getSession(browser);
      site.clock.advance(minute);
    }
    expect(await uses('auth', userId)).toEqual([laterMs]);
    expect(new Set(await uses('sessions', userId))).toEqual(new Set([startedAtMs, laterMs]));
  });

  it('writes nothing to the sign-in of another user whose handle the browser has', async () => {
    const ann = await signedInUser(site, 'ann@example.org');
    const bob = await signedInUser(site, 'bob@example.org');
    const annsId = await userIdOf(ann);
    const before = await uses('auth', annsId);
    site.clock.advance(hour);
    await refresh(bob);
    bob.jar.set('__Host-rid', ann.jar.get('__Host-rid') ?? '');
    expect((await getSession(bob)).status).toBe(200);
    expect(await uses('auth', annsId)).toEqual(before);
  });
});

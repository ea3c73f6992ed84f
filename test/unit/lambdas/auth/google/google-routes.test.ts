import { describe, expect, it } from '@jest/globals';
import { authStores } from 'lambdas/auth/compose';
import type { AuthSite, Browser } from '../../../../support/site/auth-site.ts';
import type { Google } from '../../../../support/google/google.ts';
import { redirectedTo } from '../../../../support/google/google-page.ts';
import {
  ann,
  startGoogleSignIn,
  returnFromGoogle,
  signInWithGoogle,
  expectSignedOut,
  stateOf,
  storedKeys,
} from '../../../../support/google/google-user.ts';
import { copyCookies, getSession, signedInUser } from '../../../../support/site/test-user.ts';
import { withGoogle } from '../../../../support/google/with-google.ts';

let google: Google;
let site: AuthSite;
withGoogle((started) => ({ google, site } = started));

describe('a sign-in with Google', () => {
  it('starts with the parameters of the redirect and a cookie that binds the browser', async () => {
    const browser = site.browser();
    const { answer, authorization_endpoint, clientId, codeChallenge, stateToken } = await startGoogleSignIn(browser);
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect({ authorization_endpoint, clientId }).toEqual({
      authorization_endpoint: 'https://accounts.example/auth',
      clientId: 'client-1.apps.example',
    });
    for (const random of [codeChallenge, stateToken]) expect(random).toMatch(/^[\w-]{43}$/);
    expect(answer.cookies).toEqual([
      expect.stringMatching(/^__Host-step-g=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
    const stored = JSON.stringify(await site.items('auth', 'STEP#'));
    for (const secret of [stateToken, browser.jar.get('__Host-step-g') ?? '']) expect(stored).not.toContain(secret);
  });

  it('signs in an allowed account by provider and subject, and redirects to the requested page', async () => {
    const browser = site.browser();
    const picture = 'https://lh3.googleusercontent.com/a/ACg8oc=s96-c';
    const answer = await signInWithGoogle(google, browser, { ...ann, picture }, '/ljmonitor?x=柳荫里');
    expect(answer).toMatchObject(redirectedTo(`/ljmonitor?x=${encodeURIComponent('柳荫里')}`));
    expect(JSON.stringify(answer)).not.toMatch(/eyJ[\w-]*\./);
    expect(await getSession(browser)).toMatchObject({
      body: {
        data: { userContext: { userId: 'google|1001', name: 'Ann Example', avatarUrl: picture } },
      },
    });
    expect(browser.jar.get('refresh_type')).toBe('google');
    const accounts = await authStores(site.tables.client, 'auth', 'sessions').accounts.list();
    expect(accounts).toContainEqual(expect.objectContaining({ userId: 'google|1001', avatarUrl: picture }));
  });

  it.each([
    ['nowhere in particular', undefined, '/'],
    ['the origin', 'https://home.example', '/'],
    ['another site', 'https://elsewhere.example/', '/auth'],
    ['another site without a scheme', '//elsewhere.example', '/auth'],
    ['another site behind a backslash', '/\\elsewhere.example', '/auth'],
    ['a script', 'javascript:alert(1)', '/auth'],
    ['the site without https', 'http://home.example/', '/auth'],
    ['a call', '/api/auth/logout', '/auth'],
    ['a call, encoded twice', '/%2561pi/auth/logout', '/auth'],
    ['a page with 3,000 characters', `/chat?x=${'x'.repeat(3000)}`, '/auth'],
    ['a list of addresses', ['/stack', 'https://elsewhere.example/'], '/auth?error=expired&redirectUrl=%2F'],
  ])('redirects to a page of this site when %s was requested', async (_, redirectUrl, location) => {
    expect(await signInWithGoogle(google, site.browser(), ann, redirectUrl)).toMatchObject(redirectedTo(location));
  });

  it('ignores images of other hosts and derives a missing name from the address', async () => {
    const browser = site.browser();
    await signInWithGoogle(google, browser, { ...ann, name: ' ', picture: 'https://elsewhere.example/a.png' });
    expect(await getSession(browser)).toMatchObject({
      body: { data: { userContext: { name: 'Ann', avatarUrl: null } } },
    });
  });

  it('works in two tabs of a browser at once', async () => {
    const browser = site.browser();
    const tabs = [await startGoogleSignIn(browser), await startGoogleSignIn(browser), await startGoogleSignIn(browser)];
    const entered = [];
    for (const { stateToken, codeChallenge } of tabs.toReversed()) {
      const code = google.codeFor(codeChallenge, ann);
      expect(await returnFromGoogle(browser, { code, state: stateOf(stateToken, '/stack') })).toMatchObject(
        redirectedTo('/stack'),
      );
      entered.push(copyCookies(site, browser));
    }
    // A browser has one sign-in, so the second one has ended the first.
    const statuses = await Promise.all(entered.map(async (copy) => (await getSession(copy)).status));
    expect(statuses).toEqual([401, 401, 200]);
  });

  it('ends the previous sign-in of the browser', async () => {
    const browser = site.browser();
    await signInWithGoogle(google, browser);
    const before = copyCookies(site, browser);
    await signInWithGoogle(google, browser, { ...ann, sub: '1002', email: 'bo@example.org' });
    expect((await getSession(before)).status).toBe(401);
    expect(await getSession(browser)).toMatchObject({ body: { data: { userContext: { userId: 'google|1002' } } } });
  });
});

const idOf = async (browser: Browser) => JSON.stringify((await getSession(browser)).body);
const sessionsOf = async (browser: Browser) => JSON.stringify((await browser.ask('GET /api/auth/sessions')).body);

describe('a Google account with the address of an account with a password', () => {
  it('is another user, who sees none of its sessions', async () => {
    const withPassword = await signedInUser(site, 'ann@example.org');
    const byGoogle = site.browser();
    await signInWithGoogle(google, byGoogle);
    expect(await idOf(byGoogle)).toContain('google|1001');
    expect(await idOf(withPassword)).toMatch(/"cognito\|[\w-]+"/);
    expect(await sessionsOf(byGoogle)).not.toContain('"provider":"cognito"');
    expect(await sessionsOf(withPassword)).not.toContain('"provider":"google"');
  });
});

/** Dee is on the list and has never signed in, so only Google's claims decide. */
const dee = { email: 'dee@example.org', name: 'Dee Example' };

describe('a refused Google account', () => {
  it.each([
    ['a stranger', { ...ann, sub: '2001', email: 'stranger@example.org' }],
    ['an account with a longer address before the @', { ...ann, sub: '2005', email: 'ann+x@example.org' }],
    ['an account with a dot in its address', { ...ann, sub: '2006', email: 'a.nn@example.org' }],
    ['an account with an address that ends with a listed one', { ...ann, sub: '2007', email: 'jo-ann@example.org' }],
    ['an account with an address that begins with a listed one', { ...ann, sub: '2008', email: 'ann@example.org.uk' }],
    ['an account with an unverified address', { ...dee, sub: '2002', email_verified: false }],
    ['an account whose email_verified is a text', { ...dee, sub: '2003', email_verified: 'true' }],
    ['an account without email_verified', { ...dee, sub: '2004', email_verified: undefined }],
  ])('stores nothing for %s', async (_, claims) => {
    const before = await storedKeys(site);
    const browser = site.browser();
    const answer = await signInWithGoogle(google, browser, claims, '/stack');
    expect(answer).toMatchObject(redirectedTo('/auth?error=notAllowed&redirectUrl=%2Fstack'));
    await expectSignedOut(browser);
    expect(await storedKeys(site)).toEqual(before);
    expect(google.calls.at(-1)).toBe('/revoke');
  });

  it('refuses another account with the address of a known one', async () => {
    await signInWithGoogle(google, site.browser());
    const browser = site.browser();
    const answer = await signInWithGoogle(google, browser, { ...ann, sub: '3001' });
    expect(answer).toMatchObject({ headers: { location: '/auth?error=notAllowed&redirectUrl=%2F' } });
    await expectSignedOut(browser);
    expect(google.calls.at(-1)).toBe('/revoke');
  });

  it('allows a known account after its address has changed, too', async () => {
    const browser = site.browser();
    await signInWithGoogle(google, browser);
    const renamed = { ...ann, email: 'ann.new@example.org', email_verified: false };
    expect(await signInWithGoogle(google, browser, renamed, '/stack')).toMatchObject(redirectedTo('/stack'));
  });

  it('refuses every account when the list is empty', async () => {
    const listed = site.listed.splice(0);
    site.coldStart();
    for (const claims of [ann, { ...ann, sub: '4001' }])
      expect(await signInWithGoogle(google, site.browser(), claims)).toMatchObject({
        headers: { location: '/auth?error=notAllowed&redirectUrl=%2F' },
      });
    site.listed.push(...listed);
    site.coldStart();
  });
});

describe('an answer of Google', () => {
  it('leads back without an error when the user cancels', async () => {
    const browser = site.browser();
    const { stateToken } = await startGoogleSignIn(browser);
    google.calls.length = 0;
    const answer = await returnFromGoogle(browser, { error: 'access_denied', state: stateOf(stateToken, '/stack') });
    expect(answer).toMatchObject(redirectedTo('/auth?redirectUrl=%2Fstack'));
    await expectSignedOut(browser);
    expect(google.calls).toEqual([]);
  });

  it('may have unknown parameters and errors', async () => {
    const browser = site.browser();
    const { stateToken, codeChallenge } = await startGoogleSignIn(browser);
    const more = { scope: 'openid email', authuser: '0', prompt: 'consent', hd: 'example.org' };
    const code = google.codeFor(codeChallenge, ann);
    expect(await returnFromGoogle(browser, { ...more, code, state: stateOf(stateToken, '/stack') })).toMatchObject(
      redirectedTo('/stack'),
    );
    const failed = await startGoogleSignIn(browser);
    const answer = await returnFromGoogle(browser, { error: 'server_error', state: stateOf(failed.stateToken) });
    expect(answer).toMatchObject(redirectedTo('/auth?error=provider&redirectUrl=%2F'));
  });

  it.each([[500], [503], [429], ['noAnswer'] as const])(
    'is down (%s): a clear answer, and no half session',
    async (fault) => {
      const before = await storedKeys(site);
      const browser = site.browser();
      const { stateToken, codeChallenge } = await startGoogleSignIn(browser);
      const code = google.codeFor(codeChallenge, ann);
      google.fail(fault);
      const answer = await returnFromGoogle(browser, { code, state: stateOf(stateToken, '/stack') });
      expect(answer).toMatchObject(redirectedTo('/auth?error=provider&redirectUrl=%2Fstack'));
      google.fail(undefined);
      await expectSignedOut(browser);
      expect(await storedKeys(site)).toEqual(before);
    },
  );

  it('leads back with an error when Google refuses a code or sends no refresh token', async () => {
    google.refuse('invalid_grant');
    expect(await signInWithGoogle(google, site.browser())).toMatchObject(
      redirectedTo('/auth?error=expired&redirectUrl=%2F'),
    );
    google.refuse('unauthorized_client');
    expect(await signInWithGoogle(google, site.browser())).toMatchObject(
      redirectedTo('/auth?error=provider&redirectUrl=%2F'),
    );
    google.refuse(undefined);
    for (const name of ['refresh_token', 'id_token', 'access_token']) {
      google.leaveOut(name);
      const browser = site.browser();
      expect(await signInWithGoogle(google, browser)).toMatchObject(
        redirectedTo('/auth?error=provider&redirectUrl=%2F'),
      );
      await expectSignedOut(browser);
    }
  });
});

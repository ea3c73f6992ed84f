import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import { type Google, startGoogle } from '../../../../support/google/google.ts';
import { returnFromGoogle, signInWithGoogle, refreshWithGoogle } from '../../../../support/google/google-user.ts';
import { logout, refresh, signedInUser, getSession } from '../../../../support/site/test-user.ts';

let google: Google;
let site: AuthSite;
beforeAll(async () => {
  google = await startGoogle();
  site = await startAuthSite({
    google,
    users: ['ann', 'bo', 'cy', 'dee', 'eve', 'fay', 'gil'].map((name) => `${name}@example.org`),
    startMs: Date.now(),
  });
});
afterEach(() => {
  google.fail(undefined);
  google.refuse(undefined);
  google.forge(undefined);
  google.leaveOut(undefined);
});
afterAll(async () => {
  google.close();
  await site.close();
});

const claims = (sub: string, email: string) => ({ sub, email, email_verified: true });
const inside = async (sub = '1001', email = 'ann@example.org') => {
  const browser = site.browser();
  await signInWithGoogle(google, browser, { sub, email, email_verified: true, name: 'Ann Example' });
  return browser;
};

describe('a sign-in with Google', () => {
  it('logs no unreadable row for a browser that was never signed in', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    await inside();
    const lines = warn.mock.calls.map(([line]) => String(line));
    warn.mockRestore();
    expect(lines.filter((line) => line.includes('unreadable row'))).toEqual([]);
  });

  it('tells a new browser from a known one, for each account', async () => {
    const [dee, eve] = [claims('1011', 'dee@example.org'), claims('1012', 'eve@example.org')];
    const fay = claims('1013', 'fay@example.org');
    const newBrowsers = async () =>
      (await site.items('audit')).filter(({ isNewBrowser }) => isNewBrowser === true).length;
    const added = async (sent: typeof dee, browser = site.browser()) => {
      const before = await newBrowsers();
      await signInWithGoogle(google, browser, sent);
      return (await newBrowsers()) - before;
    };
    const browser = site.browser();
    expect(await added(dee, browser)).toBe(1);
    expect(await added(dee, browser)).toBe(0);
    await logout(browser);
    expect(await added(dee, browser)).toBe(0);
    expect(await added(eve, browser)).toBe(1);
    // Neither account has forgotten the browser for the other.
    expect([await added(dee, browser), await added(eve, browser)]).toEqual([0, 0]);
    // The token of another browser makes no third one a known browser.
    const victim = site.browser();
    victim.jar.set('__Host-device', browser.jar.get('__Host-device') ?? '');
    expect([await added(fay, victim), await added(fay, browser)]).toEqual([1, 1]);
    // A year later the browser is a new one again.
    site.clock.advance(366 * 24 * hour);
    expect(await added(dee, browser)).toBe(1);
  });

  it('is told by mail from a new browser only', async () => {
    const gil = claims('1014', 'gil@example.org');
    const subjects = () => site.mailTopic.mailsTo('gil@example.org').map(({ subject }) => subject);
    const browser = site.browser();
    await signInWithGoogle(google, browser, gil);
    await site.mailTopic.confirm('gil@example.org');
    const before = subjects();
    await signInWithGoogle(google, browser, gil);
    expect(subjects()).toEqual(before);
    await signInWithGoogle(google, site.browser('198.51.100.7'), gil);
    expect(subjects()).toEqual([...before, expect.stringContaining('Sign-in in a new browser')]);
  });
});

describe('a refresh with Google', () => {
  it('starts another hour and asks Google each time', async () => {
    const browser = await inside();
    for (let times = 0; times < 3; times++) {
      site.clock.advance(hour);
      expect((await getSession(browser)).status).toBe(401);
      google.calls.length = 0;
      expect(await refreshWithGoogle(browser)).toMatchObject({ status: 200, body: {} });
      expect(google.calls).toContain('/token refresh_token');
      expect(await getSession(browser)).toMatchObject({ body: { data: { userContext: { userId: 'google|1001' } } } });
    }
  });

  it('works without a new ID token', async () => {
    const browser = await inside();
    google.leaveOut('id_token');
    site.clock.advance(hour);
    expect((await refreshWithGoogle(browser)).status).toBe(200);
    expect(await getSession(browser)).toMatchObject({ body: { data: { userContext: { name: 'Ann Example' } } } });
  });

  it('ends when the account is removed from the list', async () => {
    const browser = await inside();
    const listed = site.listed.splice(0);
    site.coldStart();
    google.calls.length = 0;
    expect((await refreshWithGoogle(browser)).status).toBe(401);
    expect(google.calls).toEqual([]);
    site.listed.push(...listed);
    site.coldStart();
  });

  it("is refused at the other provider's call", async () => {
    const [withGoogle, withPassword] = [await inside(), await signedInUser(site, 'password@example.org')];
    site.pool.calls.length = 0;
    google.calls.length = 0;
    expect(await refresh(withGoogle)).toMatchObject({ status: 401, cookies: [] });
    expect(await refreshWithGoogle(withPassword)).toMatchObject({ status: 401, cookies: [] });
    expect([site.pool.calls, google.calls]).toEqual([[], []]);
  });
});

describe('sign-out with Google', () => {
  it('revokes the consent and clears the step cookie', async () => {
    const browser = await inside('1002', 'bo@example.org');
    google.calls.length = 0;
    const answer = await logout(browser);
    expect(answer).toMatchObject({ status: 302, headers: { location: '/' } });
    expect(google.calls).toEqual(['/revoke']);
    expect([...browser.jar.keys()]).toEqual(['__Host-device']);
  });

  it('keeps the consent while another browser of the user is signed in', async () => {
    const [desk, telephone] = [await inside('1003', 'cy@example.org'), await inside('1003', 'cy@example.org')];
    google.calls.length = 0;
    await logout(desk);
    expect(google.calls).toEqual([]);
    expect((await refreshWithGoogle(telephone)).status).toBe(200);
    await logout(telephone);
    expect(google.calls.at(-1)).toBe('/revoke');
  });
});

describe('a site without Google', () => {
  it('answers that sign-in with Google is not set up', async () => {
    const without = await startAuthSite();
    const browser = without.browser();
    expect(await browser.ask('GET /api/auth/google/init')).toMatchObject({
      status: 503,
      body: { errorCode: 'unavailable' },
      cookies: [],
    });
    expect(await returnFromGoogle(browser, { code: 'x', state: 'x' })).toMatchObject({
      status: 302,
      headers: { location: '/auth?error=provider&redirectUrl=%2F' },
    });
    expect((await refreshWithGoogle(browser)).status).toBe(401);
    await without.close();
  });
});

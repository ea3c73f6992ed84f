import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { googleAuthorizationUrl } from 'web/features/auth/google/google-sign-in';
import * as z from 'zod';
import { type CookieBrowser, cookieBrowser } from '../support/site/cookie-browser.ts';
import { chooseAccount, keysOf, redirectedTo } from '../support/google/google-page.ts';
import { type Site, startSite } from '../support/site/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { GOOGLE_USERS: [unverified, ...Object.values(allowed)].join() } });
});
afterAll(() => site.stop());

const [stranger, unverified] = ['bo@elsewhere.example', 'cy@home.example'];
/** Each test has users of its own, because Google has one consent for each person and site. */
const allowed = {
  ann: 'ann@home.example',
  dora: 'dora@home.example',
  emil: 'emil@home.example',
  thief: 'felix@home.example',
  gus: 'gus@home.example',
};
const Init = z.object({
  authorization_endpoint: z.string(),
  clientId: z.string(),
  stateToken: z.string(),
  codeChallenge: z.string(),
});

const newBrowser = () => cookieBrowser(site);
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** Chooses an account on Google's page and returns the address that leads back to the site. */
async function choose(browser: CookieBrowser, name: string, redirectUrl = '/stack') {
  const init = Init.parse((await browser.ask('GET', '/api/auth/google/init')).body);
  const back = await chooseAccount(googleAuthorizationUrl(init, site.origin, redirectUrl), name);
  site.secrets.add(init.stateToken).add(back.searchParams.get('code') ?? init.stateToken);
  return back;
}
const returnFromGoogle = (browser: CookieBrowser, { pathname, search }: URL) =>
  browser.ask('GET', pathname + search, undefined, { ...navigation, 'sec-fetch-site': 'cross-site' });
const signIn = async (browser: CookieBrowser, name: string, redirectUrl?: string) =>
  returnFromGoogle(browser, await choose(browser, name, redirectUrl));

const session = (browser: CookieBrowser) => browser.ask('GET', '/api/auth/session');
const consentsOf = async (email: string) =>
  z
    .array(z.object({ email: z.string(), consents: z.number() }))
    .parse(await site.control('/google'))
    .find((account) => account.email === email)?.consents;

/** Returns the keys of all stored items of the sign-in, without the counters and buckets of its starts. */
async function storedKeys() {
  const names = z.array(z.string()).parse(await site.control('/tables'));
  const pages = await Promise.all(
    names.filter((name) => /Auth|Sessions/.test(name)).map((name) => site.control(`/tables/${name}`)),
  );
  const Page = z.object({ items: z.array(z.object({ pk: z.string(), sk: z.string() })), next: z.null() });
  return keysOf(pages.flatMap((page) => Page.parse(page).items).filter(({ pk }) => !pk.startsWith('BUCKET#')));
}

async function expectSignedOut(browser: CookieBrowser) {
  expect((await session(browser)).status).toBe(401);
  const remaining = [...browser.jar.keys()].filter((name) => !['__Host-step-g', '__Host-device'].includes(name));
  expect(remaining).toEqual([]);
}

describe('a sign-in with Google at the local site', () => {
  it('signs in an allowed account and redirects to the requested page', async () => {
    const browser = newBrowser();
    expect(await signIn(browser, allowed.ann, '/chat?sessionId=柳')).toMatchObject(
      redirectedTo('/chat?sessionId=%E6%9F%B3'),
    );
    expect(await session(browser)).toMatchObject({
      status: 200,
      body: { data: { userContext: { name: 'Ann Example', userId: expect.stringMatching(/^google\|\d+$/) } } },
    });
    expect(browser.jar.get('refresh_type')).toBe('google');
    expect(await browser.ask('GET', '/api/auth/sessions')).toMatchObject({
      body: [{ provider: 'google', current: true }],
    });
  });

  it.each([stranger, unverified])('refuses %s and stores nothing', async (email) => {
    const before = await storedKeys();
    const browser = newBrowser();
    expect(await signIn(browser, email)).toMatchObject(redirectedTo('/auth?error=notAllowed&redirectUrl=%2Fstack'));
    await expectSignedOut(browser);
    expect(await storedKeys()).toEqual(before);
    expect(await consentsOf(email)).toBe(0);
  });

  it('ends when the user cancels', async () => {
    const browser = newBrowser();
    expect(await signIn(browser, 'Cancel')).toMatchObject(redirectedTo('/auth?redirectUrl=%2Fstack'));
    await expectSignedOut(browser);
  });

  it('works once, in its own browser, for ten minutes', async () => {
    const browser = newBrowser();
    const other = newBrowser();
    await other.ask('GET', '/api/auth/google/init');
    const back = await choose(browser, allowed.dora);
    const over = redirectedTo('/auth?error=expired&redirectUrl=%2Fstack');
    for (const foreign of [other, newBrowser()]) {
      expect(await returnFromGoogle(foreign, back)).toMatchObject(over);
      await expectSignedOut(foreign);
    }
    expect(await returnFromGoogle(browser, back)).toMatchObject(redirectedTo('/stack'));
    expect(await returnFromGoogle(browser, back)).toMatchObject(over);

    const slow = newBrowser();
    const late = await choose(slow, allowed.dora);
    await site.control('/clock', { advanceMs: 600_000 });
    expect(await returnFromGoogle(slow, late)).toMatchObject(over);
    await expectSignedOut(slow);
  });

  it('refuses the code of another sign-in', async () => {
    const [browser, thief] = [newBrowser(), newBrowser()];
    const theirs = await choose(browser, allowed.emil);
    const own = await choose(thief, allowed.thief);
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect((await returnFromGoogle(thief, own)).headers.location).toMatch(/^\/auth\?error=/);
    await expectSignedOut(thief);
  });

  it('lasts while Google accepts it, and revokes the consent at its end', async () => {
    const browser = newBrowser();
    await signIn(browser, allowed.gus);
    const refresh = () => browser.ask('POST', '/api/auth/google/oauth2_refresh');
    await site.control('/clock', { advanceMs: 3_600_000 });
    expect((await session(browser)).status).toBe(401);
    expect((await browser.ask('POST', '/api/auth/cognito/sign_in_refresh')).status).toBe(401);
    await signIn(browser, allowed.gus);
    await site.control('/clock', { advanceMs: 3_600_000 });
    expect(await refresh()).toMatchObject({ status: 200, body: {} });
    expect(await session(browser)).toMatchObject({ body: { data: { userContext: { name: 'gus' } } } });

    const others = z
      .array(z.object({ sessionRef: z.string(), current: z.boolean() }))
      .parse((await browser.ask('GET', '/api/auth/sessions')).body)
      .filter(({ current }) => !current);
    for (const { sessionRef } of others) await browser.ask('POST', `/api/auth/sessions/${sessionRef}/end`);
    expect(await consentsOf(allowed.gus)).toBeGreaterThan(0);
    const stolen = new Map(browser.jar);
    expect(await browser.ask('GET', '/api/auth/logout', undefined, navigation)).toMatchObject(redirectedTo('/'));
    expect([...browser.jar.keys()]).toEqual(['__Host-device']);
    expect(await consentsOf(allowed.gus)).toBe(0);
    for (const [name, value] of stolen) browser.jar.set(name, value);
    expect((await session(browser)).status).toBe(401);
    expect((await refresh()).status).toBe(401);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Google, signed, startGoogle } from '../../../../support/google/google.ts';
import {
  confirmWithGoogle,
  expectSignedOut,
  refreshWithGoogle,
  signInWithGoogle,
} from '../../../../support/google/google-user.ts';
import { type AuthSite, type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  actSensitively,
  confirmUser,
  copyCookies,
  getSession,
  logout,
  refresh,
  signIn,
  tokensOf,
  userWithAuthenticator,
} from '../../../../support/site/test-user.ts';

let google: Google;
let site: AuthSite;
beforeAll(async () => {
  google = await startGoogle();
  site = await startAuthSite({ google, users: ['ann@example.org'], startMs: Date.now() });
});
afterEach(() => {
  google.fail(undefined);
  google.refuse(undefined);
  google.forge(undefined);
});
afterAll(async () => {
  google.close();
  await site.close();
});

interface Account {
  username: string;
  signIn: (browser: Browser) => Promise<unknown>;
  confirm: (browser: Browser) => Promise<unknown>;
}

let count = 0;
const cognito = {
  account: async (): Promise<Account> => {
    const username = `user${(count += 1)}@example.org`;
    await userWithAuthenticator(site, username);
    return {
      username,
      signIn: (browser) => signIn(site, browser, username),
      confirm: (browser) => confirmUser(site, browser, username),
    };
  },
  refresh,
};
const atGoogle = {
  account: async (): Promise<Account> => ({
    username: 'ann@example.org',
    signIn: (browser) => signInWithGoogle(google, browser),
    confirm: async (browser) => (await confirmWithGoogle(google, browser))(),
  }),
  refresh: refreshWithGoogle,
};
const providers = [
  ['Cognito', cognito],
  ['Google', atGoogle],
] as const;

async function signedIn({ account }: Pick<typeof cognito, 'account'>) {
  const user = await account();
  const browser = site.browser();
  await user.signIn(browser);
  return { ...user, browser };
}

describe('a refresh', () => {
  it.each(providers)('keeps the cookies of a newer sign-in in another tab: %s', async (_, provider) => {
    const { browser, signIn: signInAgain } = await signedIn(provider);
    const underWay = copyCookies(site, browser);
    await signInAgain(browser);
    expect(await provider.refresh(underWay)).toMatchObject({ status: 401, cookies: [] });
  });

  it.each([
    ['a disabled account', cognito, (name: string) => site.pool.admin('AdminDisableUser', name)],
    ['a deleted account', cognito, (name: string) => site.pool.admin('AdminDeleteUser', name)],
    ['a global sign-out', cognito, (name: string) => site.pool.admin('AdminUserGlobalSignOut', name)],
    [
      'another account of the pool',
      cognito,
      () => site.pool.instead('InitiateAuth', tokensOf('somebody-else@example.org')),
    ],
    ['a revoked consent', atGoogle, () => google.refuse('invalid_grant')],
    [
      'another account of Google',
      atGoogle,
      () => google.forge((draft) => signed({ ...draft, claims: { ...draft.claims, sub: '1002' } })),
    ],
  ] as const)('answers 401, clears the cookies and ends the sign-in after %s', async (_, provider, arrange) => {
    const { browser, username } = await signedIn(provider);
    const other = copyCookies(site, browser);
    await arrange(username);
    const answer = await provider.refresh(browser);
    expect(answer.status).toBe(401);
    expect(answer.cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-sid', '__Host-rid', 'refresh_type']);
    google.refuse(undefined);
    google.forge(undefined);
    expect((await getSession(other)).status).toBe(401);
    expect((await provider.refresh(other)).status).toBe(401);
    await expectSignedOut(browser);
  });

  // What Cognito's outages do is in test/faults/auth/outages.test.ts.
  it.each([500, 429, 'noAnswer'] as const)(
    'answers 503 and keeps the cookies while Google answers %s',
    async (fault) => {
      const { browser } = await signedIn(atGoogle);
      const before = [...browser.jar];
      google.fail(fault);
      const answer = await refreshWithGoogle(browser);
      google.fail(undefined);
      expect(answer).toMatchObject({ status: 503, body: { errorCode: 'unavailable' }, cookies: [] });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect([...browser.jar]).toEqual(before);
      expect((await refreshWithGoogle(browser)).status).toBe(200);
    },
  );
});

describe('a sign-out', () => {
  it.each(providers)('ends the session even if %s is down', async (_, provider) => {
    const { browser } = await signedIn(provider);
    const stolen = copyCookies(site, browser);
    site.pool.fail('RevokeToken', 'broken');
    google.fail(500);
    expect((await logout(browser)).status).toBe(302);
    site.pool.fail('RevokeToken', undefined);
    google.fail(undefined);
    expect((await getSession(stolen)).status).toBe(401);
    expect((await provider.refresh(stolen)).status).toBe(401);
  });
});

describe('a confirmation', () => {
  it.each(providers)(
    'by %s allows sensitive calls for five minutes, in this browser only, and starts no other session',
    async (_, provider) => {
      const { browser, signIn: signInAgain, confirm } = await signedIn(provider);
      const other = site.browser();
      await signInAgain(other);
      site.clock.advance(5 * minute);
      expect(await actSensitively(browser)).toBe('reauthenticationRequired');
      const [sessions, signIns] = [await site.items('sessions'), await site.items('auth', 'SIGN_IN#')];
      expect(await confirm(browser)).toMatchObject({ cookies: [] });
      expect(await site.items('sessions')).toHaveLength(sessions.length);
      expect(await site.items('auth', 'SIGN_IN#')).toEqual(signIns);
      expect(await actSensitively(browser)).toBe('allowed');
      expect(await actSensitively(other)).toBe('reauthenticationRequired');
      site.clock.advance(5 * minute);
      expect(await actSensitively(browser)).toBe('reauthenticationRequired');
      // The sign-in of the browser at the provider is the one from before.
      expect((await provider.refresh(browser)).status).toBe(200);
    },
  );
});

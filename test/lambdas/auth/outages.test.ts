import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AuthSite, type Browser, password, startAuthSite } from '../../support/auth-site.ts';
import { mailedCode, member, newcomer, signedIn, signIn, signUp, totp } from '../../support/newcomer.ts';

jest.setTimeout(60_000);

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

interface Case {
  name: string;
  /** What of the service fails. */
  operation: string;
  /** Everything up to the call. */
  before: (username: string) => Promise<Browser>;
  call: (browser: Browser, username: string) => Promise<{ status: number | undefined; cookies: string[] }>;
  /** What the same call says once the service is back. */
  after: number;
}

const signUpAgain = async (username: string) => {
  const browser = site.browser();
  await signUp(browser, username, await site.invite());
  return browser;
};
const setup = (browser: Browser, username: string) =>
  browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: totp(site, username) });

const cases: Case[] = [
  {
    name: 'the password',
    operation: 'InitiateAuth',
    before: (name) => member(site, name),
    call: (browser, name) => signIn(browser, name),
    after: 400,
  },
  {
    name: 'the secret for an authenticator',
    operation: 'AssociateSoftwareToken',
    before: (name) => newcomer(site, name),
    call: (browser, name) => signIn(browser, name),
    after: 400,
  },
  {
    name: 'the proof of an authenticator',
    operation: 'VerifySoftwareToken',
    before: async (name) => {
      const browser = await newcomer(site, name);
      await signIn(browser, name);
      return browser;
    },
    call: setup,
    after: 200,
  },
  {
    name: 'the end of a set-up',
    operation: 'RespondToAuthChallenge',
    before: async (name) => {
      const browser = await newcomer(site, name);
      await signIn(browser, name);
      return browser;
    },
    call: setup,
    after: 200,
  },
  {
    name: 'the code',
    operation: 'RespondToAuthChallenge',
    before: async (name) => {
      const browser = await member(site, name);
      await signIn(browser, name);
      return browser;
    },
    call: (browser, username) =>
      browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode: totp(site, username) }),
    after: 200,
  },
  {
    name: 'the confirmation',
    operation: 'ConfirmSignUp',
    before: signUpAgain,
    call: (browser, username) =>
      browser.ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode: mailedCode(site, username) }),
    after: 200,
  },
  {
    name: 'a new code',
    operation: 'ResendConfirmationCode',
    before: signUpAgain,
    call: (browser, username) => browser.ask('POST /api/auth/cognito/resend_code', { username }),
    after: 200,
  },
  {
    name: 'a forgotten password',
    operation: 'ForgotPassword',
    before: (name) => newcomer(site, name),
    call: (browser, username) => browser.ask('POST /api/auth/cognito/forgot_password', { username }),
    after: 200,
  },
  {
    name: 'a new password',
    operation: 'ConfirmForgotPassword',
    before: async (username) => {
      const browser = await newcomer(site, username);
      await browser.ask('POST /api/auth/cognito/forgot_password', { username });
      return browser;
    },
    call: (browser, username) =>
      browser.ask('POST /api/auth/cognito/reset_password', {
        username,
        confirmationCode: mailedCode(site, username),
        password,
      }),
    after: 200,
  },
  {
    name: 'a refresh',
    operation: 'InitiateAuth',
    before: (name) => signedIn(site, name),
    call: (browser) => browser.ask('POST /api/auth/cognito/sign_in_refresh'),
    after: 200,
  },
];

describe.each(['throttled', 'broken', 'noAnswer'] as const)('the identity service is %s', (fault) => {
  it.each(cases.map((each) => [each.name, each] as const))(
    'at %s: a clear answer, no half session, and it works once the service is back',
    async (name, { operation, before, call, after }) => {
      const username = `${name.replaceAll(' ', '-')}-${fault}@example.org`.toLowerCase();
      const browser = await before(username);
      const jar = [...browser.jar];
      const sessions = await site.rows('sessions');
      const handles = await site.rows('auth', 'REFRESH#');
      site.pool.fail(operation, fault);
      const answer = await call(browser, username);
      site.pool.fail(operation, undefined);
      expect(answer).toMatchObject({ status: 503, body: { errorCode: 'unavailable' }, cookies: [] });
      expect([...browser.jar]).toEqual(jar);
      expect(await site.rows('sessions')).toHaveLength(sessions.length);
      expect(await site.rows('auth', 'REFRESH#')).toHaveLength(handles.length);
      expect((await call(browser, username)).status).toBe(after);
    },
  );
});

describe('the client’s secret', () => {
  it('is asked for again when it could not be had at first', async () => {
    await member(site, 'secret@example.org');
    site.coldStart();
    site.pool.fail('DescribeUserPoolClient', 'throttled');
    expect((await signIn(site.browser(), 'secret@example.org')).status).toBe(503);
    site.pool.fail('DescribeUserPoolClient', undefined);
    expect((await signIn(site.browser(), 'secret@example.org')).status).toBe(400);
  });

  it('is asked for once by each start of the function', async () => {
    site.coldStart();
    site.pool.calls.length = 0;
    for (let times = 0; times < 3; times++) await signIn(site.browser(), 'nobody@example.org');
    expect(site.pool.calls.filter((call) => call === 'DescribeUserPoolClient')).toHaveLength(1);
  });
});

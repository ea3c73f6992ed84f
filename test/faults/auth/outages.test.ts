import { password } from '../../support/credentials.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answered, type AuthSite, startAuthSite } from '../../support/site/auth-site.ts';
import {
  mailedCode,
  userWithAuthenticator,
  confirmedUser,
  signedInUser,
  submitPassword,
  signUp,
  totp,
  getSession,
} from '../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

/** Prepares a user for a call. */
const invited = (username: string) => ({ username, browser: site.browser() });
const withAccount = async (username: string) => {
  const browser = site.browser();
  await signUp(browser, username, await site.invite());
  return { username, browser };
};
const confirmed = async (username: string) => ({ username, browser: await confirmedUser(site, username) });
const withAuthenticator = async (username: string) => ({
  username,
  browser: await userWithAuthenticator(site, username),
});
const inside = async (username: string) => ({ username, browser: await signedInUser(site, username) });
type Person = Awaited<ReturnType<typeof confirmed>>;

const after =
  (before: (username: string) => Person | Promise<Person>, step: (person: Person) => Promise<unknown>) =>
  async (username: string) => {
    const person = await before(username);
    await step(person);
    return person;
  };

const givePassword = ({ browser, username }: Person) => submitPassword(browser, username);
const ask = (call: string, body: (username: string) => object) => (person: Person) =>
  person.browser.ask(`POST /api/auth/cognito/${call}`, body(person.username));
const forgot = ask('forgot_password', (username) => ({ username }));
const setUp = ask('setup_mfa', (username) => ({ userCode: totp(site, username) }));

interface Case {
  name: string;
  /** The operation of Cognito that fails. */
  operation: string;
  before: (username: string) => Person | Promise<Person>;
  call: (person: Person) => Promise<Answered>;
  /** The answer of the same call when Cognito works again. */
  later: number;
  /** The answer when Cognito did the work and only its first answer was lost. */
  whenLost: { status: number; errorCode?: string };
}

const fine = { status: 200 };
const expired = { status: 400, errorCode: 'expired' };
let invitation = '';

const cases: Case[] = [
  {
    name: 'the sign-up',
    operation: 'SignUp',
    before: after(invited, async () => (invitation = await site.invite())),
    call: ({ browser, username }) => signUp(browser, username, invitation),
    later: 200,
    whenLost: fine,
  },
  {
    name: 'the confirmation',
    operation: 'ConfirmSignUp',
    before: withAccount,
    call: ask('sign_up_confirm', (username) => ({ username, confirmationCode: mailedCode(site, username) })),
    later: 200,
    whenLost: fine,
  },
  {
    name: 'a new code',
    operation: 'ResendConfirmationCode',
    before: withAccount,
    call: ask('resend_code', (username) => ({ username })),
    later: 200,
    whenLost: fine,
  },
  {
    name: 'the password',
    operation: 'InitiateAuth',
    before: withAuthenticator,
    call: givePassword,
    later: 400,
    whenLost: { status: 400, errorCode: 'requireMFA' },
  },
  {
    name: 'the secret for an authenticator',
    operation: 'AssociateSoftwareToken',
    before: confirmed,
    call: givePassword,
    later: 400,
    whenLost: { status: 503, errorCode: 'unavailable' },
  },
  {
    name: 'the proof of an authenticator',
    operation: 'VerifySoftwareToken',
    before: after(confirmed, givePassword),
    call: setUp,
    later: 200,
    whenLost: expired,
  },
  {
    name: 'the end of a set-up',
    operation: 'RespondToAuthChallenge',
    before: after(confirmed, givePassword),
    call: setUp,
    later: 200,
    whenLost: expired,
  },
  {
    name: 'the token that a set-up leaves',
    operation: 'RevokeToken',
    before: after(confirmed, givePassword),
    call: setUp,
    later: 400,
    whenLost: fine,
  },
  {
    name: 'the code',
    operation: 'RespondToAuthChallenge',
    before: after(withAuthenticator, givePassword),
    call: ask('sign_in_confirm', (username) => ({ username, userCode: totp(site, username) })),
    later: 200,
    whenLost: expired,
  },
  {
    name: 'a forgotten password',
    operation: 'ForgotPassword',
    before: confirmed,
    call: forgot,
    later: 200,
    whenLost: fine,
  },
  {
    name: 'a new password',
    operation: 'ConfirmForgotPassword',
    before: after(confirmed, forgot),
    call: ask('reset_password', (username) => ({ username, confirmationCode: mailedCode(site, username), password })),
    later: 200,
    whenLost: fine,
  },
  {
    name: 'a refresh',
    operation: 'InitiateAuth',
    before: inside,
    call: ask('sign_in_refresh', () => ({})),
    later: 200,
    whenLost: fine,
  },
];

const rows = async () => ({
  sessions: (await site.items('sessions')).length,
  handles: (await site.items('auth', 'SIGN_IN#')).length,
});

// All except one: a failed revocation is only logged.
const needed = cases.filter(({ operation }) => operation !== 'RevokeToken');

describe.each(['throttled', 'broken', 'noAnswer'] as const)('auth while Cognito is %s', (fault) => {
  it.each(needed)(
    'at $name: a clear answer, no half session, and it works once the service is back',
    async ({ name, operation, before, call, later }) => {
      const person = await before(`${name.replaceAll(' ', '-')}-${fault}@example.org`.toLowerCase());
      const jar = [...person.browser.jar];
      const known = await rows();
      site.pool.fail(operation, fault);
      const answer = await call(person);
      site.pool.fail(operation, undefined);
      expect(answer).toMatchObject({ status: 503, body: { errorCode: 'unavailable' }, cookies: [] });
      expect([...person.browser.jar]).toEqual(jar);
      expect(await rows()).toEqual(known);
      expect((await call(person)).status).toBe(later);
    },
  );
});

describe('auth after a lost answer of Cognito', () => {
  it.each(cases)(
    'at $name: a clear answer, no half session, and a way on',
    async ({ name, operation, before, call, whenLost: { status, errorCode } }) => {
      const person = await before(`${name.replaceAll(' ', '-')}-lost@example.org`.toLowerCase());
      const known = await rows();
      site.pool.fail(operation, 'lost', 1);
      const answer = await call(person);
      expect([answer.status, answer.body['errorCode']]).toEqual([status, errorCode]);
      const added = name === 'a refresh' ? 1 : 0;
      expect(await rows()).toEqual({ ...known, sessions: known.sessions + added });
      const next = await submitPassword(site.browser(), person.username);
      expect(['requiresConfirm', 'requireSetupMFA', 'requireMFA']).toContain(next.body['errorCode']);
    },
  );

  it('completes a set-up whose token could not be revoked', async () => {
    const person = await after(confirmed, givePassword)('unrevoked@example.org');
    site.pool.fail('RevokeToken', 'broken');
    expect(await setUp(person)).toMatchObject({ status: 200, body: {} });
    site.pool.fail('RevokeToken', undefined);
    expect((await getSession(person.browser)).status).toBe(401);
  });
});

describe('the attempts of a challenge', () => {
  it('uses up no attempt while Cognito is down', async () => {
    const person = await after(withAuthenticator, givePassword)('attempts@example.org');
    const { browser, username } = person;
    const confirm = () =>
      browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode: totp(site, username) });
    site.pool.fail('RespondToAuthChallenge', 'throttled');
    for (let tries = 0; tries < 6; tries++) expect((await confirm()).status).toBe(503);
    site.pool.fail('RespondToAuthChallenge', undefined);
    expect((await confirm()).status).toBe(200);
  });
});

describe('the client secret', () => {
  it('is read again after a failed first read', async () => {
    await userWithAuthenticator(site, 'secret@example.org');
    site.coldStart();
    site.pool.fail('DescribeUserPoolClient', 'throttled');
    expect((await submitPassword(site.browser(), 'secret@example.org')).status).toBe(503);
    site.pool.fail('DescribeUserPoolClient', undefined);
    expect((await submitPassword(site.browser(), 'secret@example.org')).status).toBe(400);
  });

  it('is read again when Cognito refuses its hash', async () => {
    await userWithAuthenticator(site, 'rotated@example.org');
    site.pool.instead('DescribeUserPoolClient', { UserPoolClient: { ClientSecret: 'an-old-one' } });
    site.coldStart();
    expect(await submitPassword(site.browser(), 'rotated@example.org')).toMatchObject({
      body: { errorCode: 'requireMFA' },
    });
  });

  it('is read once per cold start', async () => {
    site.coldStart();
    site.pool.calls.length = 0;
    for (let times = 0; times < 3; times++) await submitPassword(site.browser(), 'nobody@example.org');
    expect(site.pool.calls.filter((call) => call === 'DescribeUserPoolClient')).toHaveLength(1);
  });
});

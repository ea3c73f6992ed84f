import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, type Browser, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  confirmedUser,
  getSession,
  mailedCode,
  signedInUser,
  signUp,
  submitPassword,
  totp,
  tokensOf,
  userWithAuthenticator,
} from '../../../../support/site/test-user.ts';
import { password } from '../../../../support/credentials.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

interface Step {
  browser: Browser;
  body: object;
}

const confirm = 'POST /api/auth/cognito/sign_in_confirm';

/** Brings a new person to each step that works once. */
const steps: [key: string, prepare: (username: string) => Promise<Step>][] = [
  [
    'POST /api/auth/cognito/sign_up_confirm',
    async (username) => {
      const browser = site.browser();
      await signUp(browser, username, await site.invite());
      return { browser, body: { username, confirmationCode: mailedCode(site, username) } };
    },
  ],
  [
    'POST /api/auth/cognito/setup_mfa',
    async (username) => {
      const browser = await confirmedUser(site, username);
      await submitPassword(browser, username);
      return { browser, body: { userCode: totp(site, username) } };
    },
  ],
  [
    confirm,
    async (username) => {
      const browser = await userWithAuthenticator(site, username);
      await submitPassword(browser, username);
      return { browser, body: { username, userCode: totp(site, username) } };
    },
  ],
  [
    'POST /api/auth/cognito/reset_password',
    async (username) => {
      const browser = await userWithAuthenticator(site, username);
      await browser.ask('POST /api/auth/cognito/forgot_password', { username });
      const confirmationCode = mailedCode(site, username);
      return { browser, body: { username, confirmationCode, password: 'Brand-new-22' } };
    },
  ],
  [
    'POST /api/auth/cognito/reauthenticate',
    async (username) => {
      const browser = await signedInUser(site, username);
      return { browser, body: { password, userCode: totp(site, username) } };
    },
  ],
];

describe('a step that arrives four times at once', () => {
  it.each(steps)('succeeds once: %s', async (key, prepare) => {
    for (let round = 0; round < 3; round += 1) {
      const step = key.slice(key.lastIndexOf('/') + 1).replaceAll('_', '-');
      const { browser, body } = await prepare(`${step}-${round}@example.org`);
      const answers = await Promise.all([1, 2, 3, 4].map(() => browser.ask(key, body)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 400)).toHaveLength(3);
    }
  });

  it('is not ended by an equal one that finds the code used', async () => {
    const username = 'overtaken@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const body = { username, userCode: totp(site, username) };
    site.pool.meanwhile('RespondToAuthChallenge', async () => {
      // Cognito has accepted the code of the first request by now, so its session is used up.
      site.pool.refuse('RespondToAuthChallenge', 'NotAuthorizedException');
      expect(await browser.ask(confirm, body)).toMatchObject({ status: 400, body: { errorCode: 'expired' } });
      site.pool.instead('RespondToAuthChallenge', tokensOf(username, 'a-token'));
    });
    expect(await browser.ask(confirm, body)).toMatchObject({ status: 200 });
    expect((await getSession(browser)).status).toBe(200);
  });
});

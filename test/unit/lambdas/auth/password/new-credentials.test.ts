import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeAt, stepAt } from 'local/aws/cognito/credentials/totp';
import { type AuthSite, type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  getSession,
  mailedCode,
  refresh,
  signIn,
  signedInUser,
  submitPassword,
  totp,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const password = 'Brand-new-22';

/** Returns the code of an authenticator that is offered for the place of the old one. */
async function offeredCode(browser: Browser) {
  const { body } = await browser.ask('POST /api/auth/cognito/new_authenticator');
  return codeAt(String(body['totp']), stepAt(site.clock.now()));
}

/** Each act begins in the browser of a user, and its last call sets the new password or authenticator. */
const acts = [
  {
    act: 'the change of a password',
    operation: 'AdminSetUserPassword',
    begin: async (browser: Browser) => () => browser.ask('POST /api/auth/cognito/change_password', { password }),
  },
  {
    act: 'the change of the authenticator',
    operation: 'VerifySoftwareToken',
    begin: async (browser: Browser) => {
      const userCode = await offeredCode(browser);
      return () => browser.ask('POST /api/auth/cognito/new_authenticator_confirm', { userCode });
    },
  },
  {
    act: 'the reset of a password',
    operation: 'ConfirmForgotPassword',
    begin: async (browser: Browser, username: string) => {
      await browser.ask('POST /api/auth/cognito/forgot_password', { username });
      const confirmationCode = mailedCode(site, username);
      return () => browser.ask('POST /api/auth/cognito/reset_password', { username, confirmationCode, password });
    },
  },
];
const byUser = acts.filter(({ act }) => act !== 'the reset of a password');

let count = 0;
const newName = () => `user${(count += 1)}@example.org`;

async function twoBrowsers() {
  const username = newName();
  const other = await signedInUser(site, username);
  const browser = site.browser();
  await signIn(site, browser, username);
  return { username, other, browser };
}

describe.each(acts)('$act', ({ operation, begin }) => {
  it('ends a sign-in that waits for its code', async () => {
    const username = newName();
    const browser = await signedInUser(site, username);
    const intruder = site.browser();
    await submitPassword(intruder, username);
    const userCode = totp(site, username);
    await (
      await begin(browser, username)
    )();
    const asked = await intruder.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode });
    expect(asked).toMatchObject({ status: 400, body: { errorCode: 'expired' } });
  });

  it('ends the other browsers, even if the answer of Cognito is lost', async () => {
    const { username, other, browser } = await twoBrowsers();
    const end = await begin(browser, username);
    site.pool.fail(operation, 'lost', 1);
    expect((await end()).status).toBe(200);
    expect((await getSession(other)).status).toBe(401);
    expect((await refresh(other)).status).toBe(401);
  });
});

describe.each(byUser)('$act', ({ operation, begin }) => {
  it('keeps the browser in which it was made', async () => {
    const { username, browser } = await twoBrowsers();
    expect(await (await begin(browser, username))()).toMatchObject({ status: 200, body: {}, cookies: [] });
    expect((await getSession(browser)).status).toBe(200);
    expect((await refresh(browser)).status).toBe(200);
  });

  it('needs a sign-in or a confirmation within five minutes', async () => {
    const browser = await signedInUser(site, newName());
    const end = await begin(browser, '');
    site.clock.advance(5 * minute);
    site.pool.calls.length = 0;
    expect((await end()).body).toMatchObject({ errorCode: 'reauthenticationRequired' });
    expect(site.pool.calls).not.toContain(operation);
    expect((await browser.ask('POST /api/auth/cognito/new_authenticator')).body).toMatchObject({
      errorCode: 'reauthenticationRequired',
    });
  });
});

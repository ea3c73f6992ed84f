import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  confirmedUser,
  getSession,
  refresh,
  signedInUser,
  signIn,
  submitPassword,
  totp,
  userWithAuthenticator,
} from '../../../../support/site/test-user.ts';

jest.setTimeout(60_000);

const confirm = 'POST /api/auth/cognito/sign_in_confirm';
const setup = 'POST /api/auth/cognito/setup_mfa';
const refusal = (errorCode: string) => ({ status: 400, body: { errorCode } });
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe.each([
  ['as it was seen', false],
  ['that does only what its documentation says', true],
])('the sign-in at a Cognito %s', (_, isCognitoStrict) => {
  let site: AuthSite;
  beforeAll(async () => {
    site = await startAuthSite({ isCognitoStrict });
  });
  afterAll(() => site.close());

  it('leads from an invitation to a session that is renewed', async () => {
    const browser = await signedInUser(site, 'ann@example.org');
    expect((await getSession(browser)).status).toBe(200);
    site.clock.advance(2 * hour);
    expect((await getSession(browser)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(200);
    expect((await getSession(browser)).status).toBe(200);
  });

  it('ignores how the username is written', async () => {
    const browser = await userWithAuthenticator(site, 'case@example.org');
    await submitPassword(browser, 'Case@Example.org');
    const userCode = totp(site, 'case@example.org');
    expect((await browser.ask(confirm, { username: 'case@example.org', userCode })).status).toBe(200);
  });

  // The variant: Cognito does not document that a session outlives a wrong code.
  const afterWrongCode = isCognitoStrict ? 'starts over' : 'takes the next code';

  it(`${afterWrongCode} after a wrong code at the sign-in`, async () => {
    const username = 'wrong@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const userCode = totp(site, username);
    expect(await browser.ask(confirm, { username, userCode: wrongFor(userCode) })).toMatchObject(refusal('wrongCode'));
    const next = await browser.ask(confirm, { username, userCode });
    expect(next).toMatchObject(isCognitoStrict ? refusal('expired') : { status: 200 });
    await signIn(site, browser, username);
    expect((await getSession(browser)).status).toBe(200);
  });

  it(`${afterWrongCode} after a wrong code at the set-up`, async () => {
    const username = 'setup@example.org';
    const browser = await confirmedUser(site, username);
    expect(await submitPassword(browser, username)).toMatchObject(refusal('requireSetupMFA'));
    const userCode = totp(site, username);
    expect(await browser.ask(setup, { userCode: wrongFor(userCode) })).toMatchObject(refusal('wrongCode'));
    const next = await browser.ask(setup, { userCode });
    expect(next).toMatchObject(isCognitoStrict ? refusal('expired') : { status: 200 });
    // The next sign-in offers another secret where the first one was not accepted.
    const again = await submitPassword(browser, username);
    expect(again).toMatchObject(refusal(isCognitoStrict ? 'requireSetupMFA' : 'requireMFA'));
    if (isCognitoStrict) await browser.ask(setup, { userCode: totp(site, username) });
    await signIn(site, browser, username);
    expect((await getSession(browser)).status).toBe(200);
  });
});

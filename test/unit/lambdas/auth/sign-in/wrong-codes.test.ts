import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

const confirm = 'POST /api/auth/cognito/sign_in_confirm';
const setup = 'POST /api/auth/cognito/setup_mfa';
const refusal = (errorCode: string) => ({ status: 400, body: { errorCode } });
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

/** Cognito documents neither. */
describe.each([
  ['uses a session up', false],
  ['keeps a session', true],
])('the sign-in at a Cognito that %s after a wrong code', (_, isCognitoLenient) => {
  let site: AuthSite;
  beforeAll(async () => {
    site = await startAuthSite({ isCognitoLenient });
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

  const goesOn = isCognitoLenient ? 'takes the next code' : 'starts over';

  it(`${goesOn} at the sign-in`, async () => {
    const username = 'wrong@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const userCode = totp(site, username);
    expect(await browser.ask(confirm, { username, userCode: wrongFor(userCode) })).toMatchObject(refusal('wrongCode'));
    const next = await browser.ask(confirm, { username, userCode });
    expect(next).toMatchObject(isCognitoLenient ? { status: 200 } : refusal('expired'));
    await signIn(site, browser, username);
    expect((await getSession(browser)).status).toBe(200);
  });

  it(`${goesOn} at the set-up`, async () => {
    const username = 'setup@example.org';
    const browser = await confirmedUser(site, username);
    expect(await submitPassword(browser, username)).toMatchObject(refusal('requireSetupMFA'));
    const userCode = totp(site, username);
    expect(await browser.ask(setup, { userCode: wrongFor(userCode) })).toMatchObject(refusal('wrongCode'));
    const next = await browser.ask(setup, { userCode });
    expect(next).toMatchObject(isCognitoLenient ? { status: 200 } : refusal('expired'));
    // The next sign-in offers another secret where the first one was not accepted.
    const again = await submitPassword(browser, username);
    expect(again).toMatchObject(refusal(isCognitoLenient ? 'requireMFA' : 'requireSetupMFA'));
    if (!isCognitoLenient) await browser.ask(setup, { userCode: totp(site, username) });
    await signIn(site, browser, username);
    expect((await getSession(browser)).status).toBe(200);
  });

  it('limits wrong codes across sign-ins', async () => {
    const username = 'known@example.org';
    await userWithAuthenticator(site, username);
    const statuses = new Set<number | undefined>();
    for (let tries = 0; tries < 15; tries++) {
      const browser = site.browser();
      await submitPassword(browser, username);
      const answer = await browser.ask(confirm, { username, userCode: wrongFor(totp(site, username)) });
      statuses.add(answer.status);
    }
    expect(statuses).toEqual(new Set([400, 429]));
    const browser = site.browser();
    await submitPassword(browser, username);
    const last = await browser.ask(confirm, { username, userCode: totp(site, username) });
    expect(last).toMatchObject({ status: 429, body: { errorCode: 'tooMany' } });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('stays possible in a known browser while others enter wrong codes', async () => {
    const username = 'shared@example.org';
    const browser = await signedInUser(site, username);
    for (let tries = 0; tries < 10; tries++) {
      const stranger = site.browser();
      await submitPassword(stranger, username);
      await stranger.ask(confirm, { username, userCode: wrongFor(totp(site, username)) });
    }
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  });
});

describe('a Cognito that keeps a session after a wrong code', () => {
  let site: AuthSite;
  beforeAll(async () => {
    site = await startAuthSite({ isCognitoLenient: true });
  });
  afterAll(() => site.close());

  it('is asked five times in one sign-in', async () => {
    const username = 'five@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    for (let tries = 0; tries < 5; tries++) {
      const userCode = wrongFor(totp(site, username));
      expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('wrongCode'));
    }
    const late = await browser.ask(confirm, { username, userCode: totp(site, username) });
    expect(late).toMatchObject(refusal('expired'));
    expect(browser.jar.has('__Host-step-c')).toBe(false);
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('is asked five times in one set-up', async () => {
    const username = 'typo@example.org';
    const browser = await confirmedUser(site, username);
    await submitPassword(browser, username);
    for (let tries = 0; tries < 4; tries++)
      expect(await browser.ask(setup, { userCode: wrongFor(totp(site, username)) })).toMatchObject(
        refusal('wrongCode'),
      );
    expect((await browser.ask(setup, { userCode: totp(site, username) })).status).toBe(200);
  });
});

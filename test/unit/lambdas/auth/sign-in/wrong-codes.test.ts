import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answered, type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
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

/** Asks three times, and returns the error codes. */
async function askThrice(ask: () => Promise<Answered>) {
  const errorCodes: unknown[] = [];
  for (let tries = 0; tries < 3; tries += 1) errorCodes.push((await ask()).body['errorCode']);
  return errorCodes;
}

/** Cognito documents neither. */
describe.each([
  ['keeps a session', false, ['wrongCode', 'wrongCode', 'wrongCode']],
  ['uses a session up', true, ['wrongCode', 'expired', 'expired']],
])('the sign-in at a Cognito that %s after a wrong code', (_, isCognitoStrict, threeWrongCodes) => {
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

  const goesOn = isCognitoStrict ? 'starts over' : 'takes the next code';

  it(`${goesOn} at the sign-in`, async () => {
    const username = 'wrong@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const wrong = () => browser.ask(confirm, { username, userCode: wrongFor(totp(site, username)) });
    expect(await askThrice(wrong)).toEqual(threeWrongCodes);
    if (isCognitoStrict) await submitPassword(browser, username);
    expect((await browser.ask(confirm, { username, userCode: totp(site, username) })).status).toBe(200);
    expect((await getSession(browser)).status).toBe(200);
  });

  it(`${goesOn} at the set-up`, async () => {
    const username = 'setup@example.org';
    const browser = await confirmedUser(site, username);
    const first = (await submitPassword(browser, username)).body['totp'];
    const wrong = () => browser.ask(setup, { userCode: wrongFor(totp(site, username)) });
    expect(await askThrice(wrong)).toEqual(threeWrongCodes);
    const second = isCognitoStrict ? (await submitPassword(browser, username)).body['totp'] : undefined;
    expect(second).not.toBe(first);
    expect((await browser.ask(setup, { userCode: totp(site, username) })).status).toBe(200);
    expect((await signIn(site, browser, username)).status).toBe(200);
  });

  it('does not promise that the same sign-in goes on', async () => {
    const username = 'told@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const { body } = await browser.ask(confirm, { username, userCode: wrongFor(totp(site, username)) });
    expect(body['message']).toBe('That code is wrong or was used before. Check it, or enter the next one.');
    expect(body['message']).not.toMatch(/try again/i);
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
    site = await startAuthSite();
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

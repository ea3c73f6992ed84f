import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type CookieBrowser, cookieBrowser } from '../support/site/cookie-browser.ts';
import { startSite, type Site } from '../support/site/site.ts';
import { authenticatorCode, createAccount, password } from '../e2e/fixtures/accounts.ts';

jest.setTimeout(120_000);

const username = 'ann@example.org';

describe('a site whose Cognito does only what its documentation says', () => {
  let site: Site;
  let browser: CookieBrowser;
  beforeAll(async () => {
    site = await startSite({ env: { COGNITO_STRICT: '1' } });
    site.secrets.add(password);
    browser = cookieBrowser(site);
  });
  afterAll(() => site.stop());

  const submitPassword = () => browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
  const submitCode = (userCode: string) =>
    browser.ask('POST', '/api/auth/cognito/sign_in_confirm', { username, userCode });

  it('signs a new user up and in, and renews the session', async () => {
    await createAccount(site, username);
    expect(await submitPassword()).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
    expect(await submitCode(await authenticatorCode(site, username))).toMatchObject({ status: 200, body: {} });
    await site.control('/clock', { advanceMs: 3_600_000 });
    expect(await browser.ask('POST', '/api/auth/cognito/sign_in_refresh')).toMatchObject({ status: 200 });
    expect((await browser.ask('GET', '/api/ljmonitor/resblock')).status).toBe(200);
  });

  it('starts a sign-in over after a wrong code', async () => {
    await submitPassword();
    const right = await authenticatorCode(site, username);
    const wrong = await submitCode(right === '000000' ? '000001' : '000000');
    expect(wrong).toMatchObject({ status: 400, body: { errorCode: 'wrongCode' } });
    expect(await submitCode(right)).toMatchObject({ status: 400, body: { errorCode: 'expired' } });
    await submitPassword();
    expect((await submitCode(right)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import { mailedCode, submitPassword, signUp, totp } from '../../../../support/site/test-user.ts';

// The flow hashes and stores a lot, which takes long on a busy machine.
let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

describe('a new user', () => {
  it('signs up by invitation, sets up an authenticator, signs in, refreshes the session, and signs out', async () => {
    const username = 'ann@example.org';
    const browser = site.browser();

    expect(await signUp(browser, ' Ann@Example.org', await site.invite())).toMatchObject({ status: 200, body: {} });
    expect(await submitPassword(browser, username)).toMatchObject({
      status: 400,
      body: { errorCode: 'requiresConfirm' },
    });
    const confirmationCode = mailedCode(site, username);
    expect(await browser.ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode })).toMatchObject({
      status: 200,
    });

    const setup = await submitPassword(browser, username);
    expect(setup).toMatchObject({ status: 400, body: { errorCode: 'requireSetupMFA' } });
    expect(setup.body['totp']).toMatch(/^[A-Z2-7]{32,}$/);
    const proven = await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: totp(site, username) });
    expect(proven).toMatchObject({ status: 200, body: {} });
    expect((await browser.ask('GET /api/auth/session')).status).toBe(401);

    expect(await submitPassword(browser, username)).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
    const entered = await browser.ask('POST /api/auth/cognito/sign_in_confirm', {
      username: 'ANN@example.org ',
      userCode: totp(site, username),
    });
    expect(entered).toMatchObject({ status: 200, body: {} });
    expect(await browser.ask('GET /api/auth/session')).toMatchObject({
      status: 200,
      body: { data: { userContext: { name: 'ann', avatarUrl: null } } },
    });

    site.clock.advance(hour + 1);
    expect((await browser.ask('GET /api/auth/session')).status).toBe(401);
    expect(await browser.ask('POST /api/auth/cognito/sign_in_refresh')).toMatchObject({ status: 200, body: {} });
    expect((await browser.ask('GET /api/auth/session')).status).toBe(200);

    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await browser.ask('GET /api/auth/logout', undefined, { headers })).toMatchObject({
      status: 302,
      headers: { location: '/' },
    });
    expect([...browser.jar.keys()]).toEqual(['__Host-device']);
  });
});

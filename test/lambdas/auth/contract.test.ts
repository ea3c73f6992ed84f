import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { authApi } from 'shared-types/auth';
import { type AuthSite, password, startAuthSite } from '../../support/auth-site.ts';
import { enter, mailedCode, signIn, signUp, totp } from '../../support/newcomer.ts';

jest.setTimeout(60_000);

let site: AuthSite;
const printed: string[] = [];
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((line: unknown) => void printed.push(String(line)));
  site = await startAuthSite();
});
afterAll(() => site.close());

const calls = Object.values(authApi);
const isOpen = new Set([
  'POST /api/auth/cognito/sign_in',
  'POST /api/auth/cognito/sign_up',
  'POST /api/auth/cognito/sign_up_confirm',
  'POST /api/auth/cognito/resend_code',
  'POST /api/auth/cognito/setup_mfa',
  'POST /api/auth/cognito/sign_in_confirm',
  'POST /api/auth/cognito/forgot_password',
  'POST /api/auth/cognito/reset_password',
  'POST /api/auth/cognito/sign_in_refresh',
  'GET /api/auth/logout',
  'GET /api/health',
]);

describe('every call', () => {
  it.each(calls.map(({ key, access }) => [key, access]))('%s is %s on purpose', (key, access) => {
    expect(access === 'public').toBe(isOpen.has(key));
  });

  const forSignedIn = calls.filter(({ access }) => access === 'signedIn').map(({ key }) => key);
  const strangers = ['none', '__Host-sid=garbage', `__Host-sid=${'A'.repeat(43)}`];

  it.each(forSignedIn.flatMap((key) => strangers.map((cookie) => ({ key, cookie }))))(
    '$key answers a stranger with 401 (cookie: $cookie)',
    async ({ key, cookie }) => {
      const answer = await site.send(key, { cookies: [cookie], params: key.includes('{') ? { sessionRef: 'x' } : {} });
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 'unauthenticated' } });
    },
  );

  it.each(calls.filter(({ key }) => key.startsWith('POST ')).map(({ key }) => key))(
    '%s is refused to a page of another site',
    async (key) => {
      site.pool.calls.length = 0;
      const answer = await site.send(key, { headers: { 'sec-fetch-site': 'cross-site' }, body: {} });
      expect(answer).toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
      expect(site.pool.calls).toEqual([]);
    },
  );

  it.each(
    calls
      .filter(({ key }) => key.startsWith('POST ') && !key.includes('{') && !key.includes('refresh'))
      .map(({ key }) => key),
  )('%s answers every malformed body with 400', async (key) => {
    const bodies = [
      null,
      [],
      'x',
      1,
      { username: 1 },
      { username: 'a'.repeat(300), password: 'x' },
      { __proto__: 1, extra: true },
    ];
    for (const body of bodies)
      expect(await site.send(key, { body })).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
  });
});

describe('the log', () => {
  it('holds no password, code, seed, token or invitation', async () => {
    const username = 'canary@example.org';
    const invitation = await site.invite();
    const browser = site.browser();
    await signUp(browser, username, invitation);
    const confirmationCode = mailedCode(site, username);
    await browser.ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode });
    const seed = String((await signIn(browser, username)).body['totp']);
    expect(seed).toMatch(/^[A-Z2-7]{32,}$/);
    const setUp = totp(site, username);
    site.pool.fail('RespondToAuthChallenge', 'broken', 2);
    await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: setUp });
    await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: setUp });
    await signIn(browser, username, 'Wrong-canary-9');
    await enter(site, browser, username);
    site.pool.fail('InitiateAuth', 'broken');
    await signIn(browser, username);
    await browser.ask('POST /api/auth/cognito/sign_in_refresh');
    site.pool.fail('InitiateAuth', undefined);
    const text = printed.join('\n');
    expect(text).toContain('POST /api/auth/cognito/sign_in');
    const [handle] = await site.rows('auth', 'REFRESH#');
    const secrets = [
      password,
      'Wrong-canary-9',
      invitation,
      invitation.replaceAll('-', ''),
      confirmationCode,
      seed,
      setUp,
      String(handle?.['refreshToken']),
      ...[...browser.jar.values()].filter((value) => value.length > 20),
    ];
    for (const secret of [...secrets, username]) expect(text).not.toContain(secret);
  });
});

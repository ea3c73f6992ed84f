import { password } from '../../../support/credentials.ts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AuthSite, startAuthSite } from '../../../support/site/auth-site.ts';
import { signIn, mailedCode, submitPassword, signUp, totp } from '../../../support/site/test-user.ts';

let site: AuthSite;
const printed: string[] = [];
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((line: unknown) => void printed.push(String(line)));
  site = await startAuthSite();
});
afterAll(() => site.close());

describe('the log', () => {
  it('contains no password, code, secret, token or invitation', async () => {
    const username = 'canary@example.org';
    const invitation = await site.invite();
    const browser = site.browser();
    await signUp(browser, username, invitation);
    const confirmationCode = mailedCode(site, username);
    await browser.ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode });
    const seed = String((await submitPassword(browser, username)).body['totp']);
    expect(seed).toMatch(/^[A-Z2-7]{32,}$/);
    const setUp = totp(site, username);
    site.pool.fail('RespondToAuthChallenge', 'broken', 2);
    await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: setUp });
    await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: setUp });
    await submitPassword(browser, username, 'Wrong-canary-9');
    await signIn(site, browser, username);
    site.pool.fail('InitiateAuth', 'broken');
    await submitPassword(browser, username);
    await browser.ask('POST /api/auth/cognito/sign_in_refresh');
    site.pool.fail('InitiateAuth', undefined);
    const text = printed.join('\n');
    expect(text).toContain('POST /api/auth/cognito/sign_in');
    const [handle] = await site.items('auth', 'SIGN_IN#');
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

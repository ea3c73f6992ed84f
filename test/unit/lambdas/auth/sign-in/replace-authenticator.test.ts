import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeAt, stepAt } from 'local/aws/cognito/credentials/totp';
import * as z from 'zod';
import { type AuthSite, type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { copyCookies, getSession, signIn, signedInUser, submitPassword } from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const Offer = z.object({ totp: z.string() });
const offer = (browser: Browser) => browser.ask('POST /api/auth/cognito/new_authenticator');
const offered = async (browser: Browser) => Offer.parse((await offer(browser)).body).totp;
const codeOf = (secret: string) => codeAt(secret, stepAt(site.clock.now()));
const replace = (browser: Browser, userCode: string) =>
  browser.ask('POST /api/auth/cognito/new_authenticator_confirm', { userCode });
const confirmSignIn = (browser: Browser, username: string, userCode: string) =>
  browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode });

describe('the change of the authenticator', () => {
  it('lets the new one take the place of the old one', async () => {
    const username = 'ann@example.org';
    const browser = await signedInUser(site, username);
    const secret = await offered(browser);
    expect((await replace(browser, codeOf(secret))).status).toBe(200);
    site.clock.advance(minute);
    const another = site.browser();
    await submitPassword(another, username);
    expect((await confirmSignIn(another, username, codeOf(secret))).status).toBe(200);
  });

  it('keeps the old one, and all browsers, until a code of the new one has arrived', async () => {
    const username = 'careful@example.org';
    const other = await signedInUser(site, username);
    const browser = site.browser();
    await signIn(site, browser, username);
    const secret = await offered(browser);
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expect((await replace(browser, wrong)).body).toMatchObject({ errorCode: 'wrongCode' });
    expect((await replace(browser, 'abc')).body).toMatchObject({ errorCode: 'wrongCode' });
    expect((await getSession(other)).status).toBe(200);
    await signIn(site, site.browser(), username);
    site.clock.advance(-minute);
    expect((await replace(browser, codeOf(secret))).status).toBe(200);
  });

  it('takes only the newest of several offers, once', async () => {
    const browser = await signedInUser(site, 'twice@example.org');
    const [first, second] = [await offered(browser), await offered(browser)];
    expect((await replace(browser, codeOf(first))).body).toMatchObject({ errorCode: 'wrongCode' });
    const code = codeOf(second);
    const answers = await Promise.all([replace(browser, code), replace(browser, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await replace(browser, code)).body).toMatchObject({ errorCode: 'expired' });
  });

  it('counts wrong codes', async () => {
    const browser = await signedInUser(site, 'guess@example.org');
    const secret = await offered(browser);
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 10; tries++) await replace(browser, wrong);
    expect((await replace(browser, codeOf(secret))).body).toMatchObject({ errorCode: 'tooMany' });
  });

  it('is refused in a browser whose handle is missing, or is that of another user', async () => {
    const browser = await signedInUser(site, 'mixed@example.org');
    const bob = await signedInUser(site, 'bob@example.org');
    const mixed = copyCookies(site, browser);
    mixed.jar.set('__Host-rid', bob.jar.get('__Host-rid') ?? '');
    expect(await offer(mixed)).toMatchObject({ status: 409, body: { errorCode: 'conflict' } });
    mixed.jar.delete('__Host-rid');
    expect((await offer(mixed)).status).toBe(409);
    await site.pool.admin('AdminUserGlobalSignOut', 'mixed@example.org');
    expect((await offer(browser)).status).toBe(409);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Google, startGoogle } from '../../../../support/google/google.ts';
import { redirectedTo } from '../../../../support/google/google-page.ts';
import {
  ann,
  confirmWithGoogle,
  returnFromGoogle,
  signInWithGoogle,
  stateOf,
} from '../../../../support/google/google-user.ts';
import { type AuthSite, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { actSensitively, copyCookies, getSession, logout, signedInUser } from '../../../../support/site/test-user.ts';

let google: Google;
let site: AuthSite;
beforeAll(async () => {
  google = await startGoogle();
  site = await startAuthSite({ google, users: ['ann@example.org', 'bo@example.org'], startMs: Date.now() });
});
afterAll(async () => {
  google.close();
  await site.close();
});

const bo = { sub: '1002', email: 'bo@example.org', email_verified: true, name: 'Bo' };
const at = (ageMs: number) => ({ ...ann, auth_time: Math.ceil((site.clock.now() - ageMs) / 1000) });
async function quietUser(claims: Record<string, unknown> = ann) {
  const browser = site.browser();
  await signInWithGoogle(google, browser, claims);
  site.clock.advance(5 * minute);
  return browser;
}
const confirmed = redirectedTo('/auth/confirmed');
const refused = (why: string) => redirectedTo(`/auth/confirmed?error=${why}`);

describe('the confirmation at Google', () => {
  it('works without a refresh token, which Google issues with a consent only', async () => {
    const browser = await quietUser();
    google.leaveOut('refresh_token');
    expect(await (await confirmWithGoogle(google, browser))()).toMatchObject(confirmed);
    google.leaveOut(undefined);
  });

  it('is refused as another account, and signs that one in nowhere', async () => {
    const browser = await quietUser();
    const before = await site.items('sessions');
    expect(await (await confirmWithGoogle(google, browser, bo))()).toMatchObject(refused('otherAccount'));
    expect(await site.items('sessions')).toEqual(before);
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
  });

  it('is refused when Google says that its sign-in is older than five minutes', async () => {
    const browser = await quietUser();
    expect(await (await confirmWithGoogle(google, browser, at(5 * minute + 2000)))()).toMatchObject(refused('stale'));
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
    expect(await (await confirmWithGoogle(google, browser, at(5 * minute - 2000)))()).toMatchObject(confirmed);
  });

  it('is refused with a token from before the step', async () => {
    const browser = await quietUser();
    const iat = Math.floor(site.clock.now() / 1000) - 60;
    expect(await (await confirmWithGoogle(google, browser, { ...ann, iat }))()).toMatchObject(refused('stale'));
  });

  it('works once for a step, and only in the browser that has started it', async () => {
    const browser = await quietUser();
    const finish = await confirmWithGoogle(google, browser);
    const thief = site.browser();
    const { stateToken } = (await browser.ask('POST /api/auth/google/reauthenticate')).body;
    const stolen = { code: 'any', state: stateOf(String(stateToken), '/auth/confirmed') };
    expect(await returnFromGoogle(thief, stolen)).toMatchObject(refused('expired'));
    expect(await finish()).toMatchObject(confirmed);
    expect(await finish()).toMatchObject(refused('expired'));
  });

  it('is refused after ten minutes, when it is canceled, and when Google is down', async () => {
    const browser = await quietUser();
    const late = await confirmWithGoogle(google, browser);
    site.clock.advance(10 * minute);
    expect(await late()).toMatchObject(refused('expired'));
    const { stateToken } = (await browser.ask('POST /api/auth/google/reauthenticate')).body;
    const cancelled = { error: 'access_denied', state: stateOf(String(stateToken), '/auth/confirmed') };
    expect(await returnFromGoogle(browser, cancelled)).toMatchObject(refused('cancelled'));
    const finish = await confirmWithGoogle(google, browser);
    google.fail(503);
    expect(await finish()).toMatchObject(refused('provider'));
    google.fail(undefined);
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
  });

  it('brings back no session that has ended meanwhile', async () => {
    const browser = await quietUser();
    const copy = copyCookies(site, browser);
    const finish = await confirmWithGoogle(google, copy);
    await logout(browser);
    expect(await finish()).toMatchObject(refused('expired'));
    expect((await getSession(copy)).status).toBe(401);
  });

  it('is not for accounts with a password, and their confirmation is not for those of Google', async () => {
    const browser = await quietUser();
    const body = { password: 'Correct-horse-1', userCode: '123456' };
    expect((await browser.ask('POST /api/auth/cognito/reauthenticate', body)).status).toBe(409);
    expect((await browser.ask('POST /api/auth/cognito/change_password', body)).status).not.toBe(200);
    const cognito = await signedInUser(site, 'cid@example.org');
    expect((await cognito.ask('POST /api/auth/google/reauthenticate')).status).toBe(409);
  });

  it('is in the audit trail as such', async () => {
    const browser = await quietUser();
    await (
      await confirmWithGoogle(google, browser, bo)
    )();
    await (
      await confirmWithGoogle(google, browser)
    )();
    const { body } = await browser.ask('GET /api/auth/activity');
    expect(body['list']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'reauthenticated', code: null }),
        expect.objectContaining({ kind: 'reauthenticated', code: 'otherAccount' }),
      ]),
    );
  });
});

describe('a sign-in with Google', () => {
  it('allows sensitive calls at once, unless Google says that its own sign-in is older', async () => {
    const browser = site.browser();
    await signInWithGoogle(google, browser);
    expect(await actSensitively(browser)).toBe('allowed');
    const old = Math.floor((site.clock.now() - 5 * minute) / 1000);
    await signInWithGoogle(google, browser, { ...ann, auth_time: old });
    expect(await actSensitively(browser)).toBe('reauthenticationRequired');
  });
});

import { describe, expect, it } from '@jest/globals';
import { type AuthSite, minute } from '../../../../support/site/auth-site.ts';
import type { Google } from '../../../../support/google/google.ts';
import { redirectedTo } from '../../../../support/google/google-page.ts';
import {
  ann,
  startGoogleSignIn,
  returnFromGoogle,
  expectSignedOut,
  stateOf,
} from '../../../../support/google/google-user.ts';
import { copyCookies, userWithAuthenticator, submitPassword } from '../../../../support/site/test-user.ts';
import { withGoogle } from '../../../../support/google/with-google.ts';

let google: Google;
let site: AuthSite;
withGoogle((started) => ({ google, site } = started));

describe('the state of a sign-in', () => {
  it('is refused without asking Google when it is missing, foreign, altered, used or expired', async () => {
    const browser = site.browser();
    const other = site.browser();
    const { stateToken, codeChallenge } = await startGoogleSignIn(browser);
    const theirs = await startGoogleSignIn(other);
    const used = await startGoogleSignIn(browser);
    await returnFromGoogle(browser, { code: google.codeFor(used.codeChallenge, ann), state: stateOf(used.stateToken) });
    const code = google.codeFor(codeChallenge, ann);
    google.calls.length = 0;

    const altered = `${stateToken.startsWith('A') ? 'B' : 'A'}${stateToken.slice(1)}`;
    for (const state of [
      '',
      'garbage',
      stateOf('', '/stack'),
      stateOf(theirs.stateToken, '/stack'),
      stateOf(altered, '/stack'),
      stateOf(used.stateToken, '/stack'),
    ]) {
      const answer = await returnFromGoogle(browser, { code, ...(state === '' ? {} : { state }) });
      const wanted = state.length > 10 ? '%2Fstack' : '%2F';
      expect(answer).toMatchObject(redirectedTo(`/auth?error=expired&redirectUrl=${wanted}`));
    }
    const stranger = site.browser();
    expect(await returnFromGoogle(stranger, { code, state: stateOf(stateToken) })).toMatchObject({ status: 302 });
    await expectSignedOut(stranger);
    expect(google.calls).toEqual([]);

    const slow = site.browser();
    const late = await startGoogleSignIn(slow);
    site.clock.advance(10 * minute);
    const tooLate = await returnFromGoogle(slow, {
      code: google.codeFor(late.codeChallenge, ann),
      state: stateOf(late.stateToken),
    });
    expect(tooLate).toMatchObject(redirectedTo('/auth?error=expired&redirectUrl=%2F'));
    await expectSignedOut(slow);
    expect(google.calls).toEqual([]);
  });

  it('is stored so often for a browser, and for a network, and again after a while', async () => {
    const init = 'GET /api/auth/google/init';
    const one = site.browser('198.51.100.1');
    // The first call gives the browser its cookie.
    for (let start = 0; start < 31; start += 1) expect(await one.ask(init)).toMatchObject({ status: 200 });
    const refused = { status: 429, body: { errorCode: 'tooMany', retryAfterSeconds: 600 } };
    expect(await one.ask(init)).toMatchObject(refused);
    // Without its cookie each call is one of a new browser.
    const starts = Array.from({ length: 300 }, () => site.browser('198.51.100.1').ask(init));
    const statuses = (await Promise.all(starts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(269);
    expect(await site.browser('198.51.100.1').ask(init)).toMatchObject(refused);
    expect(await site.browser('198.51.100.2').ask(init)).toMatchObject({ status: 200 });
    site.clock.advance(10 * minute);
    expect(await one.ask(init)).toMatchObject({ status: 200 });
  });

  it('works once, however often the same redirect comes', async () => {
    const browser = site.browser();
    const { stateToken, codeChallenge } = await startGoogleSignIn(browser);
    const copies = Array.from({ length: 5 }, () => copyCookies(site, browser));
    const query = { code: google.codeFor(codeChallenge, ann), state: stateOf(stateToken, '/stack') };
    google.calls.length = 0;
    const answers = await Promise.all(copies.map((copy) => returnFromGoogle(copy, query)));
    expect(answers.filter(({ headers }) => headers['location'] === '/stack')).toHaveLength(1);
    expect(google.calls.filter((call) => call.startsWith('/token'))).toHaveLength(1);
  });

  it('refuses the code of another sign-in', async () => {
    const browser = site.browser();
    const a = await startGoogleSignIn(browser);
    const b = await startGoogleSignIn(browser);
    const code = google.codeFor(a.codeChallenge, ann);
    const answer = await returnFromGoogle(browser, { code, state: stateOf(b.stateToken, '/stack') });
    expect(answer).toMatchObject(redirectedTo('/auth?error=expired&redirectUrl=%2Fstack'));
    await expectSignedOut(browser);
  });

  it('cannot be used for a password sign-in, nor the reverse', async () => {
    const username = 'both@example.org';
    const browser = await userWithAuthenticator(site, username);
    await submitPassword(browser, username);
    const challenge = browser.jar.get('__Host-step-c') ?? '';
    const { stateToken, codeChallenge } = await startGoogleSignIn(browser);
    const step = browser.jar.get('__Host-step-g') ?? '';
    browser.jar.set('__Host-step-c', step);
    browser.jar.set('__Host-step-g', challenge);
    const query = { code: google.codeFor(codeChallenge, ann), state: stateOf(stateToken) };
    expect(await returnFromGoogle(browser, query)).toMatchObject(redirectedTo('/auth?error=expired&redirectUrl=%2F'));
    const confirmed = await browser.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode: '123456' });
    expect(confirmed).toMatchObject({ status: 400, body: { errorCode: 'expired' } });
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AuthSite, minute, startAuthSite } from '../../support/auth-site.ts';
import { enter, member, newcomer, signedIn, signIn, totp } from '../../support/newcomer.ts';

jest.setTimeout(30_000);

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const confirm = 'POST /api/auth/cognito/sign_in_confirm';
const setup = 'POST /api/auth/cognito/setup_mfa';
const refusal = (errorCode: string) => ({ status: 400, body: { errorCode } });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('the second factor', () => {
  it('cannot be skipped: the right password alone opens nothing', async () => {
    const browser = await member(site, 'skip@example.org');
    const sessions = (await site.rows('sessions')).length;
    expect(await signIn(browser, 'skip@example.org')).toMatchObject(refusal('requireMFA'));
    expect((await browser.ask('GET /api/auth/session')).status).toBe(401);
    expect((await browser.ask('POST /api/auth/cognito/sign_in_refresh')).status).toBe(401);
    expect(await site.rows('sessions')).toHaveLength(sessions);
    expect(await site.rows('auth', 'REFRESH#')).toEqual([]);
  });

  it('is not spoken of after a wrong password', async () => {
    await newcomer(site, 'without@example.org');
    await member(site, 'with@example.org');
    for (const username of ['without@example.org', 'with@example.org', 'nobody@example.org']) {
      const answer = await signIn(site.browser(), username, 'Wrong-one-1');
      expect(answer).toMatchObject(refusal('incorrectUsernameOrPassword'));
      expect(answer.cookies).toEqual([]);
    }
  });

  it('takes a code once', async () => {
    const username = 'once@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    const userCode = totp(site, username);
    expect((await browser.ask(confirm, { username, userCode })).status).toBe(200);
    await signIn(browser, username);
    expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('wrongCode'));
    expect((await browser.ask(confirm, { username, userCode: totp(site, username) })).status).toBe(200);
  });

  it('takes the code of the step before and the step after, and no further', async () => {
    const username = 'window@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    const now = totp(site, username);
    site.clock.advance(minute);
    expect(await browser.ask(confirm, { username, userCode: now })).toMatchObject(refusal('wrongCode'));
    const before = totp(site, username);
    site.clock.advance(minute / 2);
    expect((await browser.ask(confirm, { username, userCode: before })).status).toBe(200);
    await signIn(browser, username);
    const early = totp(site, username);
    site.clock.advance(-minute / 2);
    expect((await browser.ask(confirm, { username, userCode: early })).status).toBe(200);
  });

  it('takes a code with the spaces that people put into it', async () => {
    const username = 'spaces@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    const code = totp(site, username);
    const userCode = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await browser.ask(confirm, { username, userCode })).status).toBe(200);
  });

  it('dies after five wrong codes, and the password must be given again', async () => {
    const username = 'five@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    for (let tries = 0; tries < 5; tries++) {
      const userCode = wrong(totp(site, username));
      expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('wrongCode'));
    }
    const late = await browser.ask(confirm, { username, userCode: totp(site, username) });
    expect(late).toMatchObject(refusal('expired'));
    expect(browser.jar.has('__Host-step-c')).toBe(false);
    expect(await enter(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('has no more than five attempts when they come all at once', async () => {
    const username = 'at-once@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    site.pool.calls.length = 0;
    const userCode = wrong(totp(site, username));
    await Promise.all(Array.from({ length: 20 }, () => browser.ask(confirm, { username, userCode })));
    expect(site.pool.calls.filter((call) => call === 'RespondToAuthChallenge')).toHaveLength(5);
  });

  it('cannot be guessed with ever new sign-ins by somebody who knows the password', async () => {
    const username = 'known@example.org';
    await member(site, username);
    const answers = new Set<number | undefined>();
    for (let round = 0; round < 3; round++) {
      const browser = site.browser();
      await signIn(browser, username);
      for (let tries = 0; tries < 5; tries++)
        answers.add((await browser.ask(confirm, { username, userCode: wrong(totp(site, username)) })).status);
      if (round < 2) continue;
      const last = await browser.ask(confirm, { username, userCode: totp(site, username) });
      expect(last).toMatchObject({ status: 429, body: { errorCode: 'tooMany' } });
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(answers).toEqual(new Set([400, 429]));
  });

  it('belongs to the name it was begun with', async () => {
    const username = 'mine@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    const userCode = totp(site, username);
    expect(await browser.ask(confirm, { username: 'other@example.org', userCode })).toMatchObject(refusal('expired'));
  });

  it.each([
    ['no step', undefined],
    ['a garbled one', 'x'],
    ['one that was never given out', 'A'.repeat(43)],
  ])('asks for a new sign-in when the browser has %s', async (_, step) => {
    const browser = site.browser();
    if (step !== undefined) browser.jar.set('__Host-step-c', step);
    const username = 'nobody@example.org';
    expect(await browser.ask(confirm, { username, userCode: '123456' })).toMatchObject(refusal('expired'));
    expect(await browser.ask(setup, { userCode: '123456' })).toMatchObject(refusal('expired'));
  });

  it('ends a quarter of an hour after the password', async () => {
    const username = 'slow@example.org';
    const browser = await member(site, username);
    await signIn(browser, username);
    site.clock.advance(14 * minute);
    const userCode = totp(site, username);
    expect(await browser.ask(confirm, { username, userCode })).toMatchObject(refusal('expired'));
    expect(await enter(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('is of one kind: a set-up does not sign in, and a sign-in sets nothing up', async () => {
    const fresh = await newcomer(site, 'fresh@example.org');
    await signIn(fresh, 'fresh@example.org');
    const userCode = totp(site, 'fresh@example.org');
    expect(await fresh.ask(confirm, { username: 'fresh@example.org', userCode })).toMatchObject(refusal('expired'));
    const old = await member(site, 'old@example.org');
    await signIn(old, 'old@example.org');
    expect(await old.ask(setup, { userCode: totp(site, 'old@example.org') })).toMatchObject(refusal('expired'));
  });
});

describe('setting up an authenticator', () => {
  it('shows the secret once and keeps it nowhere', async () => {
    const username = 'seed@example.org';
    const browser = await newcomer(site, username);
    const first = (await signIn(browser, username)).body['totp'];
    const second = (await signIn(browser, username)).body['totp'];
    expect(first).not.toBe(second);
    expect((await browser.ask(setup, { userCode: totp(site, username) })).status).toBe(200);
    expect((await signIn(browser, username)).body).not.toHaveProperty('totp');
    const stored = JSON.stringify([await site.rows('auth'), await site.rows('sessions')]);
    for (const secret of [first, second]) expect(stored).not.toContain(String(secret));
  });

  it('can be tried again after a wrong code, five times in all', async () => {
    const username = 'typo@example.org';
    const browser = await newcomer(site, username);
    await signIn(browser, username);
    for (let tries = 0; tries < 4; tries++)
      expect(await browser.ask(setup, { userCode: wrong(totp(site, username)) })).toMatchObject(refusal('wrongCode'));
    expect((await browser.ask(setup, { userCode: totp(site, username) })).status).toBe(200);
  });

  it('leads back to the sign-in when it took too long', async () => {
    const username = 'late@example.org';
    const browser = await newcomer(site, username);
    await signIn(browser, username);
    site.clock.advance(16 * minute);
    const late = await browser.ask(setup, { userCode: totp(site, username) });
    expect(late).toMatchObject(refusal('expired'));
    expect(late.body['message']).toContain('sign in again');
    expect(await signIn(browser, username)).toMatchObject(refusal('requireSetupMFA'));
  });

  it('signs nobody in, and leaves no token behind that still works', async () => {
    const username = 'token@example.org';
    const browser = await newcomer(site, username);
    await signIn(browser, username);
    site.pool.calls.length = 0;
    const done = await browser.ask(setup, { userCode: totp(site, username) });
    expect(done.cookies).toEqual([expect.stringMatching(/^__Host-step-c=;/)]);
    expect(site.pool.calls).toContain('RevokeToken');
    expect((await browser.ask('GET /api/auth/session')).status).toBe(401);
  });

  it('goes on where it stopped when the service fails between its two halves', async () => {
    const username = 'halves@example.org';
    const browser = await newcomer(site, username);
    await signIn(browser, username);
    site.pool.fail('RespondToAuthChallenge', 'broken');
    const userCode = totp(site, username);
    expect((await browser.ask(setup, { userCode })).status).toBe(503);
    site.pool.fail('RespondToAuthChallenge', undefined);
    expect((await browser.ask(setup, { userCode })).status).toBe(200);
    expect(await enter(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('begins anew when the owner has taken the authenticator away', async () => {
    const username = 'lost-phone@example.org';
    const browser = await signedIn(site, username);
    await site.pool.admin('AdminSetUserMFAPreference', username, { SoftwareTokenMfaSettings: { Enabled: false } });
    expect(await signIn(browser, username)).toMatchObject(refusal('requireSetupMFA'));
  });
});

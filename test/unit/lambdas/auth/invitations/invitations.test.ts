import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newInvitation } from 'infra/operator/invitation';
import { type AuthSite, hour, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { mailedCode, userWithAuthenticator, signUp } from '../../../../support/site/test-user.ts';

jest.setTimeout(60_000);

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

let strangers = 0;
const stranger = () => site.browser(`198.51.100.${++strangers}`);
const refused = { status: 400, body: { errorCode: 'signUpRefused', message: 'Sign Up Error' } };
const mailsTo = (username: string) => site.pool.mails.filter(({ to }) => to === username);

const confirm = (username: string, confirmationCode: string) =>
  stranger().ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode });
const resend = (username: string) => stranger().ask('POST /api/auth/cognito/resend_code', { username });

describe('an invitation', () => {
  it('has at least 128 random bits, and its row tells nobody the code', async () => {
    const codes = new Set(Array.from({ length: 200 }, () => newInvitation(new Date()).code));
    expect(codes.size).toBe(200);
    for (const code of codes) expect(code.replaceAll('-', '')).toMatch(/^[A-Z2-9]{26,}$/);
    const code = await site.invite();
    expect(JSON.stringify(await site.items('auth', 'INVITE#'))).not.toContain(code.replaceAll('-', ''));
  });

  it('makes one user of ten who sign up with it at once', async () => {
    const code = await site.invite();
    const names = Array.from({ length: 10 }, (_, index) => `ten${index}@example.org`);
    const answers = await Promise.all(names.map((name) => signUp(stranger(), name, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(names.flatMap(mailsTo)).toHaveLength(1);
  });

  it('makes one user of one who clicks ten times', async () => {
    const code = await site.invite();
    await Promise.all(Array.from({ length: 10 }, () => signUp(stranger(), 'clicks@example.org', code)));
    expect(mailsTo('clicks@example.org')).toHaveLength(1);
    expect(await signUp(stranger(), 'clicks@example.org', code)).toMatchObject({ status: 200 });
    expect(await signUp(stranger(), 'other@example.org', code)).toMatchObject(refused);
  });

  it('is used up by the sign-up', async () => {
    const code = await site.invite();
    expect((await signUp(stranger(), 'first@example.org', code)).status).toBe(200);
    site.clock.advance(16 * minute);
    expect(await signUp(stranger(), 'second@example.org', code)).toMatchObject(refused);
    expect(mailsTo('second@example.org')).toEqual([]);
  });

  it('can be typed without its dashes and in small letters', async () => {
    const code = (await site.invite()).toLowerCase().replaceAll('-', ' ');
    expect((await signUp(stranger(), 'small@example.org', ` ${code}`)).status).toBe(200);
  });

  it('ends after a week', async () => {
    const code = await site.invite();
    site.clock.advance(7 * 24 * hour);
    expect(await signUp(stranger(), 'late@example.org', code)).toMatchObject(refused);
  });

  it('is asked for again when the answer to the sign-up was lost', async () => {
    const code = await site.invite();
    site.pool.fail('SignUp', 'lost', 1);
    expect((await signUp(stranger(), 'lost@example.org', code)).status).toBe(200);
    expect(mailsTo('lost@example.org')).toHaveLength(1);
    expect((await signUp(stranger(), 'lost@example.org', code)).status).toBe(200);
    expect(await signUp(stranger(), 'another@example.org', code)).toMatchObject(refused);
    expect(mailsTo('lost@example.org')).toHaveLength(1);
  });

  it('is not burned on a name that is taken, however often and at once that is tried', async () => {
    const username = 'victim@example.org';
    await userWithAuthenticator(site, username);
    const code = await site.invite();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => signUp(stranger(), username, code, 'Guessed-it-1')),
    );
    for (const answer of answers) expect(answer).toMatchObject(refused);
    expect(await signUp(stranger(), username, code, 'Guessed-it-1')).toMatchObject(refused);
    expect((await signUp(stranger(), 'friend@example.org', code)).status).toBe(200);
  });

  it('is not free while any sign-up with it is under way', async () => {
    const code = await site.invite();
    let late: Promise<unknown> | undefined;
    // While the first sign-up waits for Cognito, a second one of the same user fails and another user tries.
    site.pool.meanwhile('SignUp', async () => {
      await signUp(stranger(), 'double@example.org', code, 'Refused\nby the service 1');
      late = signUp(stranger(), 'guest@example.org', code);
      await late;
    });
    expect((await signUp(stranger(), 'double@example.org', code)).status).toBe(200);
    expect(await late).toMatchObject(refused);
    expect(mailsTo('guest@example.org')).toEqual([]);
  });

  it('does not take another password for an account that it has made already', async () => {
    const code = await site.invite();
    expect((await signUp(stranger(), 'changed@example.org', code)).status).toBe(200);
    expect(await signUp(stranger(), 'changed@example.org', code, 'Another-one-2')).toMatchObject(refused);
    expect((await signUp(stranger(), 'changed@example.org', code)).status).toBe(200);
  });

  it('stays good for the same user when the service failed, and is used up by the second try', async () => {
    const code = await site.invite();
    site.pool.fail('SignUp', 'noAnswer');
    expect((await signUp(stranger(), 'twice@example.org', code)).status).toBe(503);
    site.pool.fail('SignUp', undefined);
    expect(await signUp(stranger(), 'thief@example.org', code)).toMatchObject(refused);
    expect((await signUp(stranger(), 'twice@example.org', code)).status).toBe(200);
    expect(mailsTo('twice@example.org')).toHaveLength(1);
  });

  it('is free again a quarter of an hour after a sign-up of which nobody knows how it ended', async () => {
    const code = await site.invite();
    site.pool.fail('SignUp', 'noAnswer');
    expect((await signUp(stranger(), 'gone@example.org', code)).status).toBe(503);
    site.pool.fail('SignUp', undefined);
    site.clock.advance(15 * minute);
    expect((await signUp(stranger(), 'next@example.org', code)).status).toBe(200);
  });
});

describe('a sign-up', () => {
  it('reveals no existing user, and burns no invitation', async () => {
    await userWithAuthenticator(site, 'taken@example.org');
    const code = await site.invite();
    site.pauses.length = 0;
    const taken = await signUp(stranger(), 'taken@example.org', code);
    const unknown = await signUp(stranger(), 'new@example.org', 'WRONG-CODE');
    expect(taken).toMatchObject(refused);
    expect(unknown).toEqual(taken);
    expect(new Set(site.pauses).size).toBe(1);
    expect((await signUp(stranger(), 'new@example.org', code)).status).toBe(200);
  });

  it('keeps the password rule on the server, and burns no invitation', async () => {
    const code = await site.invite();
    for (const bad of ['Short1a', 'no-upper-1', 'NO-LOWER-1', 'No-digit-x', `Aa1${'x'.repeat(254)}`]) {
      const answer = await signUp(stranger(), 'rule@example.org', code, bad);
      expect(answer).toMatchObject({
        status: 400,
        body: { errorCode: 'invalid', issues: [{ path: 'body.password' }] },
      });
      expect(JSON.stringify(answer)).not.toContain(bad);
    }
    expect((await signUp(stranger(), 'rule@example.org', code)).status).toBe(200);
  });

  it('keeps a password of any Unicode exactly', async () => {
    const code = await site.invite();
    const username = 'unicode@example.org';
    const typed = 'Пароль 密码 e\u0301 🐎 Aa1';
    const browser = stranger();
    expect((await signUp(browser, username, code, typed)).status).toBe(200);
    const confirmationCode = mailedCode(site, username);
    await browser.ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode });
    const signIn = (password: string) => browser.ask('POST /api/auth/cognito/sign_in', { username, password });
    expect(await signIn(typed.normalize('NFC'))).toMatchObject({ body: { errorCode: 'incorrectUsernameOrPassword' } });
    expect(await signIn(typed)).toMatchObject({ body: { errorCode: 'requireSetupMFA' } });
  });

  it.each(['ann', 'ann@', 'a b@example.org'])('wants an e-mail address, not %s', async (username) => {
    expect(await signUp(stranger(), username, await site.invite())).toMatchObject({
      status: 400,
      body: {
        errorCode: 'invalid',
        issues: [{ path: 'body.username', message: 'username should be an email address' }],
      },
    });
  });

  it('is refused with any code after ten wrong ones from an address', async () => {
    const browser = site.browser('192.0.2.55');
    for (let tries = 0; tries < 10; tries++)
      expect(await signUp(browser, 'guess@example.org', `WRONG-${tries}`)).toMatchObject(refused);
    const code = await site.invite();
    expect(await signUp(browser, 'guess@example.org', code)).toMatchObject(refused);
    site.clock.advance(10 * minute);
    expect((await signUp(browser, 'guess@example.org', code)).status).toBe(200);
  });
});

describe('the code in the mail', () => {
  it('has confirmed the account when the answer to that was lost', async () => {
    const username = 'lost-confirm@example.org';
    await signUp(stranger(), username, await site.invite());
    site.pool.fail('ConfirmSignUp', 'lost', 1);
    expect(await confirm(username, mailedCode(site, username))).toMatchObject({ status: 200, body: {} });
  });

  it('is refused alike for a wrong code, an unknown user and one that is confirmed', async () => {
    await signUp(stranger(), 'waiting@example.org', await site.invite());
    await userWithAuthenticator(site, 'confirmed@example.org');
    site.pauses.length = 0;
    const answers = [
      await confirm('waiting@example.org', 'wrong'),
      await confirm('nobody@example.org', '123456'),
      await confirm('confirmed@example.org', '123456'),
    ];
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(site.pauses).toHaveLength(answers.length);
    expect(new Set(site.pauses).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, body: { errorCode: 'confirmRefused', message: 'Confirm Error' } });
  });

  it('can be sent again, and then the older one no longer counts', async () => {
    const username = 'again@example.org';
    await signUp(stranger(), username, await site.invite());
    const first = mailedCode(site, username);
    expect(await resend(username)).toMatchObject({ status: 200, body: {} });
    const second = mailedCode(site, username);
    expect((await confirm(username, first)).status).toBe(400);
    expect((await confirm(username, second)).status).toBe(200);
  });

  it('is sent again no more than three times in ten minutes, and nobody is told', async () => {
    const username = 'flood@example.org';
    await signUp(stranger(), username, await site.invite());
    site.clock.advance(hour);
    for (let tries = 0; tries < 8; tries++) expect((await resend(username)).status).toBe(200);
    expect(mailsTo(username)).toHaveLength(1 + 3);
    expect(await resend('nobody@example.org')).toEqual(await resend('member-or-not@example.org'));
  });

  it('cannot be guessed', async () => {
    const username = 'mailed@example.org';
    await signUp(stranger(), username, await site.invite());
    const right = mailedCode(site, username);
    for (let tries = 0; tries < 5; tries++) await confirm(username, `wrong${tries}`);
    site.pool.calls.length = 0;
    expect((await confirm(username, right)).status).toBe(400);
    expect(site.pool.calls).toEqual([]);
  });
});

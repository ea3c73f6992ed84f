import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newInvitationRow } from 'infra/operator/invitation';
import { type AuthSite, hour, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { mailedCode, userWithAuthenticator, signUp } from '../../../../support/site/test-user.ts';

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
  it('has at least 128 random bits, and its item does not contain the code', async () => {
    const codes = new Set(Array.from({ length: 200 }, () => newInvitationRow(new Date()).code));
    expect(codes.size).toBe(200);
    for (const code of codes) expect(code.replaceAll('-', '')).toMatch(/^[A-Z2-9]{26,}$/);
    const code = await site.invite();
    expect(JSON.stringify(await site.items('auth', 'INVITE#'))).not.toContain(code.replaceAll('-', ''));
  });

  it('admits one of ten users that sign up with it at once', async () => {
    const code = await site.invite();
    const names = Array.from({ length: 10 }, (_, index) => `ten${index}@example.org`);
    const answers = await Promise.all(names.map((name) => signUp(stranger(), name, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(names.flatMap(mailsTo)).toHaveLength(1);
  });

  it('creates one account for ten requests of the same user', async () => {
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

  it('accepts its code without dashes and in lower case', async () => {
    const code = (await site.invite()).toLowerCase().replaceAll('-', ' ');
    expect((await signUp(stranger(), 'small@example.org', ` ${code}`)).status).toBe(200);
  });

  it('expires after a week', async () => {
    const code = await site.invite();
    site.clock.advance(7 * 24 * hour);
    expect(await signUp(stranger(), 'late@example.org', code)).toMatchObject(refused);
  });

  it('answers a repeated sign-up after a lost answer', async () => {
    const code = await site.invite();
    site.pool.fail('SignUp', 'lost', 1);
    expect((await signUp(stranger(), 'lost@example.org', code)).status).toBe(200);
    expect(mailsTo('lost@example.org')).toHaveLength(1);
    expect((await signUp(stranger(), 'lost@example.org', code)).status).toBe(200);
    expect(await signUp(stranger(), 'another@example.org', code)).toMatchObject(refused);
    expect(mailsTo('lost@example.org')).toHaveLength(1);
  });

  it('is not used up by a taken name, however often it is tried', async () => {
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

  it('stays reserved while a sign-up with it is running', async () => {
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

  it('accepts no other password for an account that it has created', async () => {
    const code = await site.invite();
    expect((await signUp(stranger(), 'changed@example.org', code)).status).toBe(200);
    expect(await signUp(stranger(), 'changed@example.org', code, 'Another-one-2')).toMatchObject(refused);
    expect((await signUp(stranger(), 'changed@example.org', code)).status).toBe(200);
  });

  it('stays valid for the same user after an outage, and is used up by the second attempt', async () => {
    const code = await site.invite();
    site.pool.fail('SignUp', 'noAnswer');
    expect((await signUp(stranger(), 'twice@example.org', code)).status).toBe(503);
    site.pool.fail('SignUp', undefined);
    expect(await signUp(stranger(), 'thief@example.org', code)).toMatchObject(refused);
    expect((await signUp(stranger(), 'twice@example.org', code)).status).toBe(200);
    expect(mailsTo('twice@example.org')).toHaveLength(1);
  });

  it('is free again a quarter of an hour after a sign-up without a known result', async () => {
    const code = await site.invite();
    site.pool.fail('SignUp', 'noAnswer');
    expect((await signUp(stranger(), 'gone@example.org', code)).status).toBe(503);
    site.pool.fail('SignUp', undefined);
    site.clock.advance(15 * minute);
    expect((await signUp(stranger(), 'next@example.org', code)).status).toBe(200);
  });
});

describe('a sign-up', () => {
  it('reveals no existing user and uses up no invitation', async () => {
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

  it('applies the password rules on the server and uses up no invitation', async () => {
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

  it('keeps a Unicode password exactly', async () => {
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

  it.each(['ann', 'ann@', 'a b@example.org'])('requires an email address instead of %s', async (username) => {
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

describe('the code from the email', () => {
  it('has confirmed the account even if the answer was lost', async () => {
    const username = 'lost-confirm@example.org';
    await signUp(stranger(), username, await site.invite());
    site.pool.fail('ConfirmSignUp', 'lost', 1);
    expect(await confirm(username, mailedCode(site, username))).toMatchObject({ status: 200, body: {} });
  });

  it('gets the same refusal for a wrong code, an unknown user and a confirmed one', async () => {
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

  it('can be sent again, which invalidates the older one', async () => {
    const username = 'again@example.org';
    await signUp(stranger(), username, await site.invite());
    const first = mailedCode(site, username);
    expect(await resend(username)).toMatchObject({ status: 200, body: {} });
    const second = mailedCode(site, username);
    expect((await confirm(username, first)).status).toBe(400);
    expect((await confirm(username, second)).status).toBe(200);
  });

  it('is sent again at most three times in ten minutes, with the same answer', async () => {
    const username = 'flood@example.org';
    await signUp(stranger(), username, await site.invite());
    site.clock.advance(hour);
    for (let tries = 0; tries < 8; tries++) expect((await resend(username)).status).toBe(200);
    expect(mailsTo(username)).toHaveLength(1 + 3);
    expect(await resend('nobody@example.org')).toEqual(await resend('member-or-not@example.org'));
  });

  it('is limited to a few wrong attempts', async () => {
    const username = 'mailed@example.org';
    await signUp(stranger(), username, await site.invite());
    const right = mailedCode(site, username);
    for (let tries = 0; tries < 5; tries++) await confirm(username, `wrong${tries}`);
    site.pool.calls.length = 0;
    expect((await confirm(username, right)).status).toBe(400);
    expect(site.pool.calls).toEqual([]);
  });
});

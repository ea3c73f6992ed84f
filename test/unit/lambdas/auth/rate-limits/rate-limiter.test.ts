import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  signIn,
  userWithAuthenticator,
  confirmedUser,
  signedInUser,
  submitPassword,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

let strangers = 0;
/** Each stranger has an address of its own. */
const stranger = () => site.browser(`198.51.${Math.floor(++strangers / 250)}.${strangers % 250}`);
const refused = {
  status: 400,
  body: { errorCode: 'incorrectUsernameOrPassword', message: 'Incorrect username or password' },
};

describe('the limiter of wrong passwords', () => {
  it('answers a wrong password like an unknown, disabled or locked user, in the same time', async () => {
    await userWithAuthenticator(site, 'wrong@example.org');
    await userWithAuthenticator(site, 'disabled@example.org');
    await site.pool.admin('AdminDisableUser', 'disabled@example.org');
    await userWithAuthenticator(site, 'locked@example.org');
    for (let tries = 0; tries < 6; tries++) await submitPassword(stranger(), 'locked@example.org', 'Wrong-one-1');
    site.pauses.length = 0;

    const answers = [
      await submitPassword(stranger(), 'nobody@example.org'),
      await submitPassword(stranger(), 'no address at all'),
      await submitPassword(stranger(), 'wrong@example.org', 'Wrong-one-1'),
      await submitPassword(stranger(), 'disabled@example.org'),
      await submitPassword(stranger(), 'disabled@example.org', 'Wrong-one-1'),
      await submitPassword(stranger(), 'locked@example.org'),
    ];
    for (const { status, body, headers, cookies } of answers) {
      expect({ status, body, headers, cookies }).toEqual({
        ...answers[0],
        ...refused,
        body: { ...answers[0]?.body, ...refused.body },
      });
    }
    expect(new Set(site.pauses).size).toBe(1);
    expect(site.pauses).toHaveLength(answers.length);
  });

  it('answers a wrong password no sooner than other refusals', async () => {
    const end = site.holdPause();
    let isAnswered = false;
    const asked = submitPassword(stranger(), 'held@example.org', 'Wrong-one-1').finally(() => (isAnswered = true));
    // The later refusals are complete, so the first one can only be waiting for its pause.
    for (const other of ['b', 'c', 'd']) await submitPassword(stranger(), `${other}@example.org`, 'Wrong-one-1');
    expect(isAnswered).toBe(false);
    end();
    expect(await asked).toMatchObject(refused);
  });

  it('refuses for a limit after the same reads, whether the user exists or not', async () => {
    await signedInUser(site, 'limited@example.org');
    const reads: string[][] = [];
    for (const username of ['limited@example.org', 'limited-unknown@example.org']) {
      for (let tries = 0; tries < 5; tries++) await submitPassword(stranger(), username, 'Wrong-one-1');
      site.tables.takeCommands();
      expect(await submitPassword(stranger(), username)).toMatchObject(refused);
      reads.push(site.tables.takeCommands());
    }
    expect(reads[0]).toContain('QueryCommand');
    expect(reads[0]).toEqual(reads[1]);
  });

  it('refuses even the right password of an account after five wrong ones within ten minutes', async () => {
    const username = 'five@example.org';
    await userWithAuthenticator(site, username);
    for (let tries = 0; tries < 5; tries++)
      expect(await submitPassword(stranger(), username, 'Wrong-one-1')).toMatchObject(refused);
    expect(await submitPassword(stranger(), username)).toMatchObject(refused);
    site.clock.advance(9 * minute);
    expect(await submitPassword(stranger(), username)).toMatchObject(refused);
    site.clock.advance(minute + 1);
    expect(await submitPassword(stranger(), username)).toMatchObject({ body: { errorCode: 'requireMFA' } });
  });

  it('allows no more attempts in parallel', async () => {
    const username = 'at-once@example.org';
    await userWithAuthenticator(site, username);
    site.pool.calls.length = 0;
    await Promise.all(Array.from({ length: 40 }, () => submitPassword(stranger(), username, 'Wrong-one-1')));
    expect(site.pool.calls.filter((call) => call === 'InitiateAuth').length).toBeLessThanOrEqual(5);
    expect(await submitPassword(stranger(), username)).toMatchObject(refused);
  });

  it('counts across cold starts', async () => {
    const username = 'cold@example.org';
    await userWithAuthenticator(site, username);
    for (let tries = 0; tries < 5; tries++) {
      await submitPassword(stranger(), username, 'Wrong-one-1');
      site.coldStart();
    }
    expect(await submitPassword(stranger(), username)).toMatchObject(refused);
  });

  it('allows thirty per address, whatever the forwarding headers say', async () => {
    await userWithAuthenticator(site, 'spray@example.org');
    const address = '192.0.2.200';
    for (let tries = 0; tries < 30; tries++) {
      const body = { username: `victim${tries}@example.org`, password: 'Wrong-one-1' };
      const headers = {
        'x-forwarded-for': `10.0.0.${tries}`,
        forwarded: `for=10.0.0.${tries}`,
        'x-real-ip': `10.0.0.${tries}`,
      };
      await site.send('POST /api/auth/cognito/sign_in', { address, body, headers });
    }
    expect(await submitPassword(site.browser(address), 'spray@example.org')).toMatchObject(refused);
    expect(await submitPassword(stranger(), 'spray@example.org')).toMatchObject({ body: { errorCode: 'requireMFA' } });
  });

  it('locks nobody out of a network whose other person keeps trying a locked account', async () => {
    await userWithAuthenticator(site, 'neighbor@example.org');
    const address = '192.0.2.201';
    for (let tries = 0; tries < 40; tries++)
      await submitPassword(site.browser(address), 'stubborn@example.org', 'Wrong-one-1');
    const answer = await submitPassword(site.browser(address), 'neighbor@example.org');
    expect(answer).toMatchObject({ body: { errorCode: 'requireMFA' } });
  });

  it('counts an IPv6 network as one address', async () => {
    await userWithAuthenticator(site, 'six@example.org');
    for (let tries = 0; tries < 30; tries++)
      await submitPassword(
        site.browser(`2001:db8:0:1::${tries.toString(16)}`),
        `victim${tries}@example.org`,
        'Wrong-one-1',
      );
    expect(await submitPassword(site.browser('2001:db8:0:1:ffff::1'), 'six@example.org')).toMatchObject(refused);
  });

  it('blocks no longer than usual after the clock was wrong', async () => {
    const username = 'skewed@example.org';
    await userWithAuthenticator(site, username);
    site.clock.advance(600 * minute);
    for (let tries = 0; tries < 6; tries++) await submitPassword(stranger(), username, 'Wrong-one-1');
    site.clock.advance(-600 * minute);
    expect(await submitPassword(stranger(), username)).toMatchObject({ body: { errorCode: 'requireMFA' } });
  });

  it('does not count a right password or an outage', async () => {
    const username = 'right@example.org';
    await userWithAuthenticator(site, username);
    site.pool.fail('InitiateAuth', 'throttled');
    for (let tries = 0; tries < 6; tries++) expect((await submitPassword(stranger(), username)).status).toBe(503);
    site.pool.fail('InitiateAuth', undefined);
    for (let tries = 0; tries < 8; tries++)
      expect(await submitPassword(stranger(), username)).toMatchObject({ body: { errorCode: 'requireMFA' } });
  });

  it('ends no session', async () => {
    const username = 'live@example.org';
    const browser = await signedInUser(site, username);
    for (let tries = 0; tries < 20; tries++) await submitPassword(stranger(), username, 'Wrong-one-1');
    expect((await browser.ask('GET /api/auth/session')).status).toBe(200);
    expect((await browser.ask('POST /api/auth/cognito/sign_in_refresh')).status).toBe(200);
  });
});

describe('a browser that has signed in before', () => {
  it('can sign in while other browsers keep trying wrong passwords', async () => {
    const username = 'daily@example.org';
    const browser = await signedInUser(site, username);
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 6 }, () => submitPassword(stranger(), username, 'Wrong-one-1')));
      site.clock.advance(10 * minute + 1);
    }
    await Promise.all(Array.from({ length: 6 }, () => submitPassword(stranger(), username, 'Wrong-one-1')));
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  });

  it('has its own limit of five wrong passwords', async () => {
    const username = 'clumsy@example.org';
    const browser = await signedInUser(site, username);
    for (let tries = 0; tries < 5; tries++)
      expect(await submitPassword(browser, username, 'Wrong-one-1')).toMatchObject(refused);
    expect(await submitPassword(browser, username)).toMatchObject(refused);
    expect(await submitPassword(stranger(), username)).toMatchObject(refused);
    site.clock.advance(10 * minute + 1);
    expect(await submitPassword(browser, username)).toMatchObject({ body: { errorCode: 'requireMFA' } });
  });

  it('is recognized for its own users only', async () => {
    await userWithAuthenticator(site, 'target@example.org');
    const attacker = await signedInUser(site, 'attacker@example.org');
    for (let tries = 0; tries < 5; tries++) await submitPassword(attacker, 'target@example.org', 'Wrong-one-1');
    expect(await submitPassword(stranger(), 'target@example.org')).toMatchObject(refused);
  });

  it('is recognized for each of several users', async () => {
    const browser = await signedInUser(site, 'she@example.org');
    await userWithAuthenticator(site, 'he@example.org');
    await signIn(site, browser, 'he@example.org');
    const known = (await site.items('auth', 'DEVICE#')).map((row): unknown => row['usernames']);
    expect(known).toContainEqual(['she@example.org', 'he@example.org']);
  });

  it('is not recognized by a planted cookie', async () => {
    const attacker = await signedInUser(site, 'planter@example.org');
    const planted = attacker.jar.get('__Host-device') ?? '';
    const victim = await confirmedUser(site, 'planted@example.org');
    victim.jar.set('__Host-device', planted);
    await submitPassword(victim, 'planted@example.org');
    const setup = await victim.ask('POST /api/auth/cognito/setup_mfa', {
      userCode: site.pool.cognito.totp('planted@example.org'),
    });
    expect(setup.status).toBe(200);
    await signIn(site, victim, 'planted@example.org');
    expect(victim.jar.get('__Host-device')).not.toBe(planted);
  });
});

describe('a refusal by a limit', () => {
  const password = 'Right-horse-2';
  const confirmationCode = 'wrong';

  it.each([
    ['sign_in', 5, { password }, 400],
    ['sign_up', 10, { password, registrationCode: 'NO-INVITATION' }, 400],
    ['sign_up_confirm', 5, { confirmationCode }, 400],
    ['reset_password', 5, { confirmationCode, password }, 400],
    ['resend_code', 3, {}, 200],
    ['forgot_password', 3, {}, 200],
  ])(
    'is sent at once, and looks like any other answer: %s',
    async (step, max, body, status) => {
      const send = () =>
        stranger().ask(`POST /api/auth/cognito/${step}`, { ...body, username: 'at-limit@example.org' });
      const [first] = await Promise.all(Array.from({ length: max }, send));
      site.pool.calls.length = 0;
      const end = site.holdPause();
      // The pause lasts, so an answer that waited for it would not come.
      const limited = await send();
      end();
      expect(limited.status).toBe(status);
      expect(limited).toEqual(first);
      expect(site.pool.calls).toEqual([]);
    },
    60_000,
  );
});

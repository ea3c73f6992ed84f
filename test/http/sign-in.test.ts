import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { type CookieBrowser, cookieBrowser } from '../support/site/cookie-browser.ts';
import { startSite, type Site } from '../support/site/site.ts';

jest.setTimeout(120_000);

let site: Site;
beforeAll(async () => {
  site = await startSite();
  site.secrets.add(password);
});
afterAll(() => site.stop());

const username = 'ann@example.org';
const password = 'Correct-horse-1';
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const Code = z.object({ code: z.string() });

const newBrowser = () => cookieBrowser(site);

const mails = async () =>
  z.array(z.object({ to: z.string(), code: z.string(), time: z.number() })).parse(await site.control('/mail'));
const totp = async () => {
  await site.control('/clock', { advanceMs: 60_000 });
  return Code.parse(await site.control(`/totp?username=${username}`)).code;
};

describe('a new user at the local site', () => {
  let browser: CookieBrowser;
  beforeAll(() => {
    browser = newBrowser();
  });

  it('finds an invitation in the terminal', () => {
    expect(site.output()).toMatch(/Invitation code +LOCAL-/);
  });

  it.each(['Password1', 'Ann@example.org1A'])(
    'is refused with a password that others can guess: %s',
    async (guessable) => {
      const [, registrationCode = ''] = /Invitation code +(LOCAL-[A-Z0-9-]+)/.exec(site.output()) ?? [];
      const asked = { username, password: guessable, registrationCode };
      expect(await browser.ask('POST', '/api/auth/cognito/sign_up', asked)).toMatchObject({
        status: 400,
        body: { errorCode: 'invalid', message: expect.stringMatching(/Choose another one$/) },
      });
      expect(await mails()).toEqual([]);
    },
  );

  it('signs up with it, finds the code on /_local and in the terminal, and confirms', async () => {
    const [, registrationCode = ''] = /Invitation code +(LOCAL-[A-Z0-9-]+)/.exec(site.output()) ?? [];
    const signedUp = await browser.ask('POST', '/api/auth/cognito/sign_up', { username, password, registrationCode });
    expect(signedUp).toMatchObject({ status: 200, body: {} });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: username });
    expect(site.output()).toContain(`Mail to ${username}: the code is ${mail?.code}`);
    const confirmed = await browser.ask('POST', '/api/auth/cognito/sign_up_confirm', {
      username,
      confirmationCode: mail?.code,
    });
    expect(confirmed).toMatchObject({ status: 200 });
  });

  it('sets up the authenticator and signs in with its next code', async () => {
    const setup = await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
    expect(setup).toMatchObject({ status: 400, body: { errorCode: 'requireSetupMFA', totp: expect.any(String) } });
    const proven = await browser.ask('POST', '/api/auth/cognito/setup_mfa', { userCode: await totp() });
    expect(proven).toMatchObject({ status: 200, body: {} });
    const asked = await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
    expect(asked).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
    const entered = await browser.ask('POST', '/api/auth/cognito/sign_in_confirm', {
      username,
      userCode: await totp(),
    });
    expect(entered).toMatchObject({ status: 200, body: {} });
    expect(await browser.ask('GET', '/api/auth/session')).toMatchObject({
      status: 200,
      body: { data: { userContext: { name: 'ann' } } },
    });
    expect(await browser.ask('GET', '/api/ljmonitor/resblock')).toMatchObject({ status: 200, body: [] });
  });

  it('starts over after a wrong code, which uses up its session at Cognito', async () => {
    const elsewhere = newBrowser();
    const submitPassword = () => elsewhere.ask('POST', '/api/auth/cognito/sign_in', { username, password });
    const submitCode = (userCode: string) =>
      elsewhere.ask('POST', '/api/auth/cognito/sign_in_confirm', { username, userCode });
    expect(await submitPassword()).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
    const right = await totp();
    const wrong = right === '000000' ? '000001' : '000000';
    expect(await submitCode(wrong)).toMatchObject({ status: 400, body: { errorCode: 'wrongCode' } });
    expect(await submitCode(right)).toMatchObject({ status: 400, body: { errorCode: 'expired' } });
    await submitPassword();
    expect(await submitCode(right)).toMatchObject({ status: 200, body: {} });
    await elsewhere.ask('GET', '/api/auth/logout', undefined, navigation);
  });

  it('stays signed in after an hour', async () => {
    await site.control('/clock', { advanceMs: 3_600_000 });
    expect((await browser.ask('GET', '/api/ljmonitor/resblock')).status).toBe(401);
    expect(await browser.ask('POST', '/api/auth/cognito/sign_in_refresh')).toMatchObject({ status: 200, body: {} });
    expect((await browser.ask('GET', '/api/ljmonitor/resblock')).status).toBe(200);
  });

  it('sees the browser in the list of sessions, and signs out', async () => {
    expect(await browser.ask('GET', '/api/auth/sessions')).toMatchObject({
      body: [{ provider: 'cognito', current: true }],
    });
    const left = await browser.ask('GET', '/api/auth/logout', undefined, navigation);
    expect(left.status).toBe(302);
    expect(left.headers).toMatchObject({
      location: '/',
      'clear-site-data': '"cache","storage"',
      'x-content-type-options': 'nosniff',
    });
    expect([...browser.jar.keys()]).toEqual(['__Host-device']);
    expect((await browser.ask('GET', '/api/auth/session')).status).toBe(401);
  });

  it('can be invited by `npm run invite`', async () => {
    const env = { PATH: process.env['PATH'], PORT: new URL(site.origin).port };
    const { stdout } = await promisify(execFile)('node', ['bin/invite.ts'], { env });
    const [registrationCode = ''] = stdout.split('\n');
    const other = { username: 'bo@example.org', password, registrationCode };
    expect(await newBrowser().ask('POST', '/api/auth/cognito/sign_up', other)).toMatchObject({ status: 200 });
  });

  it('cannot forge the address of a request', async () => {
    const stranger = newBrowser();
    for (let tries = 0; tries < 31; tries++) {
      await stranger.ask(
        'POST',
        '/api/auth/cognito/sign_in',
        { username: `nobody${tries}@example.org`, password },
        { 'x-viewer-address': `198.51.100.${tries}`, 'x-forwarded-for': `198.51.100.${tries}` },
      );
    }
    const refused = await stranger.ask('POST', '/api/auth/cognito/sign_in', { username, password });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'incorrectUsernameOrPassword' } });
    const known = await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
    expect(known).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
  });

  it("gets a new authenticator by the operator's commands", async () => {
    const env = { PATH: process.env['PATH'], PORT: new URL(site.origin).port };
    const run = async (command: string) =>
      (await promisify(execFile)('node', [`bin/${command}.ts`, username], { env })).stdout;
    expect(await run('sessions')).toBe(`${username} is signed in nowhere.\n(at ${site.origin})\n`);
    expect(await run('reset-mfa')).toContain('sets up another authenticator');
    const asked = await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
    expect(asked).toMatchObject({ status: 400, body: { errorCode: 'requireSetupMFA' } });
  });
});

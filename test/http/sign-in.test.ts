import { password } from '../support/credentials.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  authenticatorCode,
  createAccount,
  createInvitation,
  expireSessions,
  mailedCode,
} from '../support/site/accounts.ts';
import { type CookieBrowser, cookieBrowser } from '../support/site/cookie-browser.ts';
import { startSite, type Site } from '../support/site/site.ts';
import { eventually } from '../support/eventually.ts';

let site: Site;
let count = 0;
/** The address of one test. */
let username: string;

beforeAll(async () => {
  site = await startSite();
  site.secrets.add(password);
});
afterAll(() => site.stop());
beforeEach(() => {
  username = `ann${(count += 1)}@example.org`;
});
// Each test leaves its limits behind, and an hour later none of them holds.
afterEach(() => expireSessions(site));

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

const signUp = (browser: CookieBrowser, registrationCode: string, chosen = password) =>
  browser.ask('POST', '/api/auth/cognito/sign_up', { username, password: chosen, registrationCode });
const submitPassword = (browser: CookieBrowser) =>
  browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
const submitCode = (browser: CookieBrowser, userCode: string) =>
  browser.ask('POST', '/api/auth/cognito/sign_in_confirm', { username, userCode });

/** Creates a browser in which a new user has signed in. */
async function signedIn(): Promise<CookieBrowser> {
  const browser = await createAccount(site, username);
  await submitPassword(browser);
  expect(await submitCode(browser, await authenticatorCode(site, username))).toMatchObject({ status: 200 });
  return browser;
}

/** Runs a command of the operator, and returns its output. */
async function operate(command: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'], PORT: new URL(site.origin).port };
  return (await promisify(execFile)('node', [`bin/${command}.ts`, ...args], { env })).stdout;
}

describe('a new user at the local site', () => {
  it('signs up with the invitation in the terminal, finds the code on /_local and in the terminal, and confirms', async () => {
    const [, registrationCode = ''] = /Invitation code +(LOCAL-[A-Z0-9-]+)/.exec(site.output()) ?? [];
    const browser = cookieBrowser(site);
    expect(await signUp(browser, registrationCode)).toMatchObject({ status: 200, body: {} });
    const confirmationCode = await mailedCode(site, username);
    expect(site.output()).toContain(`Email to ${username}: the code is ${confirmationCode}`);
    expect(
      await browser.ask('POST', '/api/auth/cognito/sign_up_confirm', { username, confirmationCode }),
    ).toMatchObject({ status: 200 });
  });

  it('can be invited by `npm run invite`', async () => {
    const [registrationCode = ''] = (await operate('invite')).split('\n');
    expect(await signUp(cookieBrowser(site), registrationCode)).toMatchObject({ status: 200 });
  });
});

describe('a user of the local site', () => {
  it('cannot be kept out by a stranger, who cannot forge the address of a request', async () => {
    const browser = await signedIn();
    const stranger = cookieBrowser(site);
    for (let tries = 0; tries < 31; tries++) {
      await stranger.ask(
        'POST',
        '/api/auth/cognito/sign_in',
        { username: `nobody${tries}@example.org`, password },
        { 'x-viewer-address': `198.51.100.${tries}`, 'x-forwarded-for': `198.51.100.${tries}` },
      );
    }
    expect(await submitPassword(stranger)).toMatchObject({
      status: 400,
      body: { errorCode: 'incorrectUsernameOrPassword' },
    });
    expect(await submitPassword(browser)).toMatchObject({ status: 400, body: { errorCode: 'requireMFA' } });
  });

  it("gets a new authenticator by the operator's commands", async () => {
    const browser = await signedIn();
    await browser.ask('GET', '/api/auth/logout', undefined, navigation);
    expect(await operate('sessions', username)).toBe(`${username} has no active sessions.\n(at ${site.origin})\n`);
    expect(await operate('reset-mfa', username)).toContain('sets up a new authenticator');
    expect(site.output()).not.toContain('got no mail');
    expect(await submitPassword(browser)).toMatchObject({ status: 400, body: { errorCode: 'requireSetupMFA' } });
  });
});

describe('an address that was not confirmed within a day', () => {
  it('is free again for its owner, who needs an invitation of their own', async () => {
    const squatter = cookieBrowser(site);
    const theirs = 'Another-horse-2';
    const used = await createInvitation(site);
    expect((await signUp(squatter, used, theirs)).status).toBe(200);
    const owner = cookieBrowser(site);
    expect((await signUp(owner, await createInvitation(site))).status).toBe(400);
    await site.control('/clock', { advanceMs: 49 * 3_600_000 });
    // The removal runs by itself. Ten minutes later no refusal before it counts. Between two jumps the
    // removal has the time that a slow machine needs.
    const betweenJumpsMs = 2_000;
    await eventually(
      async () => {
        await site.control('/clock', { advanceMs: 600_000 });
        return (await signUp(owner, await createInvitation(site))).status === 200;
      },
      120_000,
      betweenJumpsMs,
    );
    expect((await signUp(squatter, used, theirs)).status).toBe(400);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { codeAt, stepAt } from 'local/aws/cognito/credentials/totp';
import type { Fault } from '../../../../support/aws/mail-topic.ts';
import { type AuthSite, type Browser, hour, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import {
  confirmedUser,
  mailedCode,
  refresh,
  signedInUser,
  signIn,
  submitPassword,
  totp,
} from '../../../../support/site/test-user.ts';

let site: AuthSite;
let errors: string[];
beforeAll(async () => {
  site = await startAuthSite();
});
beforeEach(() => {
  errors = [];
  jest.spyOn(console, 'error').mockImplementation((line) => void errors.push(String(line)));
});
afterEach(() => {
  jest.restoreAllMocks();
  site.mailTopic.fail(undefined);
});
afterAll(() => site.close());

let users = 0;
const newName = () => `user${(users += 1)}@example.org`;
const subjects = (address: string) => site.mailTopic.mailsTo(address).map(({ subject }) => subject);
const ask = 'AWS Notification - Subscription Confirmation';
const stateFor = async (browser: Browser) => {
  await refresh(browser);
  return (await browser.ask('GET /api/auth/mails')).body;
};
const confirmAgain = async (browser: Browser) => {
  await refresh(browser);
  return browser.ask('POST /api/auth/mails/confirm');
};

/** Creates an account whose mails are on. The clock moves on, because a topic sends an address ten mails a second. */
async function mailedUser(username: string) {
  const browser = await signedInUser(site, username);
  await site.mailTopic.confirm(username);
  site.clock.advance(minute);
  return browser;
}

async function resetPassword(browser: Browser, username: string, password: string) {
  await browser.ask('POST /api/auth/cognito/forgot_password', { username });
  const confirmationCode = mailedCode(site, username);
  return browser.ask('POST /api/auth/cognito/reset_password', { username, confirmationCode, password });
}

describe('the mails about an account', () => {
  it('are offered when its address is confirmed, once, and are on when AWS has been answered', async () => {
    const username = newName();
    await confirmedUser(site, username);
    expect(subjects(username)).toEqual([ask]);
    const browser = await signedInUser(site, newName());
    const other = newName();
    const signedIn = await signedInUser(site, other);
    expect(subjects(other)).toEqual([ask]);
    expect(await stateFor(signedIn)).toEqual({ address: other, state: 'pending' });
    await site.mailTopic.confirm(other);
    expect(await stateFor(signedIn)).toEqual({ address: other, state: 'on' });
    expect((await stateFor(browser))['state']).toBe('pending');
  });

  it('are offered at the next sign-in to an account from before, and after a failure', async () => {
    const username = newName();
    site.mailTopic.fail('Subscribe', (response) => response.writeHead(500).end());
    const browser = await confirmedUser(site, username);
    expect(subjects(username)).toEqual([]);
    expect(errors.join()).toContain('account mails not subscribed');
    site.mailTopic.fail(undefined);
    await submitPassword(browser, username);
    await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: totp(site, username) });
    expect(subjects(username)).toEqual([]);
    await signIn(site, browser, username);
    expect(subjects(username)).toEqual([ask]);
    await signIn(site, browser, username);
    expect(subjects(username)).toEqual([ask]);
  });

  it('are off when AWS was not answered for two days, and can be asked for again, within limits', async () => {
    const username = newName();
    const browser = await signedInUser(site, username);
    site.clock.advance(49 * hour);
    expect((await stateFor(browser))['state']).toBe('off');
    await signIn(site, browser, username);
    expect(subjects(username)).toEqual([ask]);
    expect(await confirmAgain(browser)).toMatchObject({ status: 200, body: { address: username, state: 'pending' } });
    expect(subjects(username)).toEqual([ask, ask]);
    for (let times = 0; times < 2; times++) await confirmAgain(browser);
    expect(await confirmAgain(browser)).toMatchObject({ status: 429, body: { errorCode: 'tooMany' } });
    expect(subjects(username)).toHaveLength(4);
    await site.mailTopic.confirm(username);
    site.clock.advance(20 * minute);
    expect((await confirmAgain(browser)).body['state']).toBe('on');
    expect(subjects(username)).toHaveLength(4);
  });

  it('go to the owner of the account only', async () => {
    const [ann, bea] = [newName(), newName()];
    await mailedUser(ann);
    await mailedUser(bea);
    await signIn(site, site.browser('198.51.100.7'), ann);
    expect(subjects(ann)).toEqual([ask, 'Lighthouse: Sign-in in a new browser']);
    expect(subjects(bea)).toEqual([ask]);
  });

  it('tell a sign-in in a new browser, and none in a known one', async () => {
    const username = newName();
    const browser = await mailedUser(username);
    await signIn(site, browser, username);
    expect(subjects(username)).toEqual([ask]);
    const stranger = site.browser('198.51.100.7');
    const sent = { address: '198.51.100.7', headers: { 'user-agent': 'Mozilla/5.0 Gecko/20100101 Firefox/150.0' } };
    await submitPassword(stranger, username);
    await stranger.ask('POST /api/auth/cognito/sign_in_confirm', { username, userCode: totp(site, username) }, sent);
    const mail = site.mailTopic.mailsTo(username).at(-1);
    expect(mail?.subject).toBe('Lighthouse: Sign-in in a new browser');
    expect(mail?.text).toMatch(/Time: 2026-\d\d-\d\d \d\d:\d\d UTC\nBrowser: Firefox\nNetwork: 198\.51\.100\.0\/24/);
    expect(mail?.text).toContain('open https://home.example/auth, end the sessions');
    expect(mail?.text).not.toContain(username);
  });

  it('tell that a session is used in another browser, and nothing of another network', async () => {
    const username = newName();
    const browser = await mailedUser(username);
    const renew = (sent: { address?: string; headers?: Record<string, string> }) =>
      browser.ask('POST /api/auth/cognito/sign_in_refresh', undefined, sent);
    await renew({ address: '198.51.100.7' });
    expect(subjects(username)).toEqual([ask]);
    await renew({ address: '198.51.100.7', headers: { 'user-agent': 'Mozilla/5.0 Gecko/20100101 Firefox/150.0' } });
    expect(subjects(username)).toEqual([ask, 'Lighthouse: Session used in another browser']);
  });

  it('tell a change of the password and of the authenticator', async () => {
    const username = newName();
    const browser = await mailedUser(username);
    expect((await browser.ask('POST /api/auth/cognito/change_password', { password: 'Brand-new-22' })).status).toBe(
      200,
    );
    const offer = await browser.ask('POST /api/auth/cognito/new_authenticator');
    const userCode = codeAt(String(offer.body['totp']), stepAt(site.clock.now()));
    expect((await browser.ask('POST /api/auth/cognito/new_authenticator_confirm', { userCode })).status).toBe(200);
    expect(subjects(username)).toEqual([ask, 'Lighthouse: Password changed', 'Lighthouse: Authenticator changed']);
  });

  it('tell a reset of the password and a new authenticator, and no refused one', async () => {
    const username = newName();
    const browser = await mailedUser(username);
    const wrong = { username, confirmationCode: '000000', password: 'Another-horse-2' };
    await browser.ask('POST /api/auth/cognito/reset_password', wrong);
    expect(subjects(username)).toEqual([ask]);
    expect((await resetPassword(browser, username, 'Another-horse-2')).status).toBe(200);
    expect(subjects(username)).toEqual([ask, 'Lighthouse: Password reset']);
    await site.pool.admin('AdminDeleteSoftwareToken', username);
    site.clock.advance(minute);
    await submitPassword(browser, username, 'Another-horse-2');
    const userCode = totp(site, username);
    expect((await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode })).status).toBe(200);
    expect(subjects(username)).toEqual([ask, 'Lighthouse: Password reset', 'Lighthouse: Authenticator set up']);
    expect(JSON.stringify(site.mailTopic.mailsTo(username))).not.toMatch(/Another-horse|\b\d{6}\b/);
  });

  it.each<[string, Fault]>([
    ['is down', (response) => response.writeHead(500).end()],
    ['is too slow', () => {}],
  ])('fail no sign-in when the topic %s, and are counted as failures', async (_, fault) => {
    const username = newName();
    await mailedUser(username);
    site.mailTopic.fail('Publish', fault);
    await signIn(site, site.browser('198.51.100.7'), username);
    site.mailTopic.fail(undefined);
    const line = errors.find((each) => each.includes('account mail not sent')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ error: expect.stringMatching(/\w/) });
    expect(subjects(username)).toEqual([ask]);
  });

  it('are unavailable on the account page while the topic is down or too slow', async () => {
    const browser = await signedInUser(site, newName());
    site.mailTopic.fail('ListSubscriptionsByTopic', () => {});
    const answer = await browser.ask('GET /api/auth/mails');
    site.mailTopic.fail(undefined);
    expect(answer).toMatchObject({ status: 503, body: { errorCode: 'unavailable' } });
  });

  it('say that AWS takes no more addresses', async () => {
    const browser = await signedInUser(site, newName());
    const error = '<Error><Type>Sender</Type><Code>FilterPolicyLimitExceeded</Code><Message>x</Message></Error>';
    site.mailTopic.fail('Subscribe', (response) =>
      response.writeHead(403, { 'content-type': 'text/xml' }).end(`<ErrorResponse>${error}</ErrorResponse>`),
    );
    const message = 'AWS accepts no more addresses for these emails. Tell the owner of the site.';
    expect(await confirmAgain(browser)).toMatchObject({ status: 409, body: { message } });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditEvent } from 'shared-types/contract/audit';
import * as z from 'zod';
import { type AuthSite, type Browser, startAuthSite } from '../../../../support/site/auth-site.ts';
import { mailedCode, refresh, signedInUser, signUp, submitPassword, totp } from '../../../../support/site/test-user.ts';

let site: AuthSite;
let owner: Browser;
beforeAll(async () => {
  site = await startAuthSite({ owner: 'owner@example.org' });
  owner = await signedInUser(site, 'owner@example.org');
});
afterAll(() => site.close());

async function eventsFrom(network: string) {
  await refresh(owner);
  const { body } = await owner.ask('GET /api/auth/owner/activity');
  return z
    .array(AuditEvent)
    .parse(body['events'])
    .filter((event) => event.network === network);
}

describe("the owner's view of an account that has not signed in yet", () => {
  it('names the person in every step and every refusal of it', async () => {
    const username = 'newbie@example.org';
    const browser = site.browser('192.0.4.1');
    const ask = (call: string, body: object) => browser.ask(`POST /api/auth/cognito/${call}`, body);
    await signUp(browser, username, 'UNKNOWN-CODE');
    await signUp(browser, username, await site.invite());
    await ask('sign_up_confirm', { username, confirmationCode: '000000x' });
    await ask('resend_code', { username });
    await ask('sign_up_confirm', { username, confirmationCode: mailedCode(site, username) });
    await ask('sign_in_confirm', { username, userCode: '123456' });
    await submitPassword(browser, username, 'Wrong-one-1');
    await submitPassword(browser, username);
    await ask('setup_mfa', { userCode: 'abcdef' });
    await ask('setup_mfa', { userCode: totp(site, username) });
    await submitPassword(browser, username);
    await ask('sign_in_confirm', { username, userCode: 'abcdef' });
    const events = await eventsFrom('192.0.4.0/24');
    expect(events.map(({ kind, code }) => (code === null ? kind : `${kind} ${code}`)).toSorted()).toEqual([
      'authenticatorSet',
      'authenticatorSet wrongCode',
      'codeRequested',
      'emailConfirmed',
      'emailConfirmed confirmRefused',
      'signIn expired',
      'signIn incorrectUsernameOrPassword',
      'signIn wrongCode',
      'signUp',
      'signUp invitationRefused',
    ]);
    expect(events.map(({ usernames }) => usernames)).toEqual(events.map(() => [username]));
  });

  it('stores no typed text that is no email address', async () => {
    const browser = site.browser('192.0.5.1');
    await submitPassword(browser, 'Typed-in-the-wrong-field-1');
    const [event] = await eventsFrom('192.0.5.0/24');
    expect(event).toMatchObject({ kind: 'signIn', userId: null, usernames: ['no address'] });
    expect(JSON.stringify(await site.items('audit'))).not.toMatch(/Typed-in/i);
  });
});

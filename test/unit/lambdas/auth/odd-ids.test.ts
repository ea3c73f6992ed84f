import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, type Browser, startAuthSite } from '../../../support/site/auth-site.ts';
import { confirmUser, signedInUser, signUp, submitPassword } from '../../../support/site/test-user.ts';
import { oddIds } from '../../../support/contract/odd-ids.ts';

let site: AuthSite;
let owner: Browser;
beforeAll(async () => {
  site = await startAuthSite({ owner: 'owner@example.org' });
  owner = await signedInUser(site, 'owner@example.org');
});
afterAll(() => site.close());

const items = async () => [...(await site.items('auth', '')), ...(await site.items('sessions', ''))];

describe.each(oddIds)('the text %s', (odd) => {
  it('is an unknown user, invitation, code and step', async () => {
    const before = (await items()).filter(({ pk }) => !String(pk).startsWith('LIMIT#'));
    const stranger = site.browser();
    const unknown = await submitPassword(stranger, 'unknown@example.org');
    expect(await submitPassword(stranger, odd)).toMatchObject({ status: 400, body: { ...unknown.body } });
    expect((await signUp(stranger, 'new@example.org', odd)).body).toMatchObject({ errorCode: 'signUpRefused' });
    for (const call of ['sign_up_confirm', 'reset_password', 'sign_in_confirm', 'forgot_password']) {
      const body = {
        username: odd,
        ...(call === 'sign_in_confirm' && { userCode: odd }),
        ...(/confirm$|reset/.test(call) && call !== 'sign_in_confirm' && { confirmationCode: odd }),
        ...(call === 'reset_password' && { password: 'Correct-horse-2' }),
      };
      expect([call, (await stranger.ask(`POST /api/auth/cognito/${call}`, body)).status]).toEqual([
        call,
        call === 'forgot_password' ? 200 : 400,
      ]);
    }
    const state = { query: new URLSearchParams({ code: odd, state: odd }).toString() };
    expect((await stranger.ask('GET /api/auth/google/oauth2', undefined, state)).cookies.join()).not.toContain('sid=');
    expect((await items()).filter(({ pk }) => !String(pk).startsWith('LIMIT#'))).toEqual(before);
  });
});

describe('the owner', () => {
  it('finds no events, no session and no account by such texts, and stores them in a note as they are', async () => {
    await confirmUser(site, owner, 'owner@example.org');
    for (const odd of oddIds) {
      const query = new URLSearchParams({ userId: odd }).toString();
      expect((await owner.ask('GET /api/auth/owner/activity', undefined, { query })).body).toEqual({
        events: [],
        cursor: null,
      });
      const params = { sessionRef: odd };
      const { status } = await owner.ask('POST /api/auth/sessions/{sessionRef}/end', {}, { params });
      expect([odd, status]).toEqual([odd, /^[\w-]+$/.test(odd) ? 404 : 400]);
      const made = await owner.ask('POST /api/auth/owner/invitations/create', { note: odd });
      expect(made.body).toMatchObject({ invitation: { note: odd } });
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, startAuthSite } from '../support/site/auth-site.ts';
import { signedInUser, signIn, submitPassword } from '../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

let strangers = 0;
/** Each stranger has an address of its own. */
const stranger = () => site.browser(`198.51.100.${++strangers}`);
const refused = { status: 400, body: { errorCode: 'incorrectUsernameOrPassword' } };

describe('a browser that has signed in before', () => {
  it('can sign in after 1,000 wrong passwords from other browsers', async () => {
    const username = 'owner@example.org';
    const browser = await signedInUser(site, username);
    for (let round = 0; round < 40; round++) {
      const one = stranger();
      await Promise.all(Array.from({ length: 25 }, () => submitPassword(one, username, 'Wrong-one-1')));
    }
    expect(await submitPassword(stranger(), username)).toMatchObject(refused);
    expect(await signIn(site, browser, username)).toMatchObject({ status: 200 });
  }, 240_000);
});

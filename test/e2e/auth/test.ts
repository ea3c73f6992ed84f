import { test as base } from '../fixtures/test.ts';
import { createAccount } from '../../support/site/accounts.ts';
import { AuthPage } from '../pages/auth-page.ts';

interface AuthFixtures {
  auth: AuthPage;
  /** An address of this test alone. */
  username: string;
  /** The same address, after its account was created with an authenticator. */
  account: string;
}

/** Tests of the sign-in: the page belongs to an anonymous visitor. */
export const test = base.extend<AuthFixtures>({
  signedIn: false,
  // Refusals lead from one form to the next, and the session is missing at first.
  expectedFailures: [[400, 401, 404, 503], { scope: 'test' }],
  auth: ({ page }, use) => use(new AuthPage(page)),
  username: ({ user }, use) => use(`${user.name.toLowerCase()}@example.com`),
  account: async ({ site, username }, use) => {
    await createAccount(site, username);
    await use(username);
  },
});

/** Returns the name under which the top bar shows an account. */
export const nameOf = (username: string) => username.replace(/@.*/, '');

export { expect } from '../fixtures/test.ts';

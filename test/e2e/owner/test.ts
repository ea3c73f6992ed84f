import { owner } from '../../support/credentials.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { test as base } from '../fixtures/test.ts';
import { AuthPage } from '../pages/auth-page.ts';

/** Tests of the owner's tools: the page belongs to the owner of the site. */
export const test = base.extend<{ auth: AuthPage }>({
  user: async ({ site }, use) => use({ name: owner, call: apiCaller(site.origin, await site.signIn(owner)) }),
  auth: ({ page }, use) => use(new AuthPage(page)),
});

export { expect } from '../fixtures/test.ts';

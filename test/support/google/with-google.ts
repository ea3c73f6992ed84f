import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type AuthSite, startAuthSite } from '../site/auth-site.ts';
import { type Google, startGoogle } from './google.ts';

/** Before all tests of a file: a site that lists Ann, Bo and Dee, and a Google that does as each test tells it, once. */
export function withGoogle(use: (started: { google: Google; site: AuthSite }) => void) {
  let started: { google: Google; site: AuthSite };
  beforeAll(async () => {
    const google = await startGoogle();
    const users = ['ann@example.org', ' Bo@Example.org', 'dee@example.org'];
    const site = await startAuthSite({ google, users, startMs: Date.now() });
    started = { google, site };
    use(started);
  });
  afterEach(() => {
    started.google.fail(undefined);
    started.google.refuse(undefined);
    started.google.leaveOut(undefined);
  });
  afterAll(async () => {
    started.google.close();
    await started.site.close();
  });
}

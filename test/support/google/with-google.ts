import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type AuthSite, startAuthSite } from '../site/auth-site.ts';
import { type Google, startGoogle } from './google.ts';

/** Starts a site that allows Ann, Bo and Dee, and a fake Google that each test controls, once for all tests of a file. */
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

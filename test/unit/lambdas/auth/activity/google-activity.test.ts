import { describe, expect, it } from '@jest/globals';
import type { AuthSite } from '../../../../support/site/auth-site.ts';
import type { Google } from '../../../../support/google/google.ts';
import {
  ann,
  returnFromGoogle,
  signInWithGoogle,
  startGoogleSignIn,
  stateOf,
} from '../../../../support/google/google-user.ts';
import { withGoogle } from '../../../../support/google/with-google.ts';

let google: Google;
let site: AuthSite;
withGoogle((started) => ({ google, site } = started));

const signIns = async () =>
  (await site.items('audit')).map(({ kind, code, userId }) => [kind, code ?? 'done', userId ?? 'no account'].join(' '));

describe('the activity of a sign-in with Google', () => {
  it('has the sign-in, and each refused step with its reason', async () => {
    await signInWithGoogle(google, site.browser());
    expect(await signIns()).toEqual(['signIn done google|1001']);

    await signInWithGoogle(google, site.browser(), { ...ann, sub: '2001', email: 'stranger@example.org' });
    await returnFromGoogle(site.browser(), { code: 'x', state: stateOf('unknown') });
    const browser = site.browser();
    const { stateToken } = await startGoogleSignIn(browser);
    await returnFromGoogle(browser, { error: 'access_denied', state: stateOf(stateToken) });
    expect((await signIns()).toSorted()).toEqual([
      'signIn cancelled no account',
      'signIn done google|1001',
      'signIn expired no account',
      'signIn notAllowed no account',
    ]);
    expect(JSON.stringify(await site.items('audit'))).not.toContain('stranger');
  });
});

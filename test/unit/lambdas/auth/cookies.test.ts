import { describe, expect, it } from '@jest/globals';
import { clearSignIn, clearChallenge, setDevice, setRefresh, setSession, setChallenge } from 'lambdas/auth/cookies';

describe('cookies', () => {
  it.each([
    [setSession('t'), '__Host-sid=t; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600'],
    [setChallenge('t'), '__Host-step-c=t; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=900'],
    [setDevice('t'), '__Host-device=t; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=31536000'],
  ])('sets the cookie %s', (cookie, wanted) => {
    expect(cookie).toBe(wanted);
  });

  it('tells the page only which provider to refresh with', () => {
    expect(setRefresh('t', 'cognito')).toEqual([
      '__Host-rid=t; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000',
      'refresh_type=cognito; Path=/; Secure; SameSite=Strict; Max-Age=2592000',
    ]);
  });

  it('clears cookies with the attributes that they were set with', () => {
    for (const cookie of [...clearSignIn, clearChallenge])
      expect(cookie).toMatch(/^[\w-]+=; Path=\/; Secure; .*Max-Age=0$/);
  });
});

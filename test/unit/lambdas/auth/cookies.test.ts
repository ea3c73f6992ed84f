import { describe, expect, it } from '@jest/globals';
import { clearSignIn, clearStep, setDevice, setRefresh, setSession, setStep } from 'lambdas/auth/cookies';

describe('cookies', () => {
  it.each([
    [setSession('t'), '__Host-sid=t; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600'],
    [setStep('t'), '__Host-step-c=t; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=900'],
    [setDevice('t'), '__Host-device=t; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=31536000'],
  ])('are set as %s', (cookie, wanted) => {
    expect(cookie).toBe(wanted);
  });

  it('say to the browser how to refresh, and nothing else that its code could read', () => {
    expect(setRefresh('t', 'cognito')).toEqual([
      '__Host-rid=t; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000',
      'refresh_type=cognito; Path=/; Secure; SameSite=Strict; Max-Age=2592000',
    ]);
  });

  it('are cleared with the attributes they were set with, or a browser would keep them', () => {
    for (const cookie of [...clearSignIn, clearStep]) expect(cookie).toMatch(/^[\w-]+=; Path=\/; Secure; .*Max-Age=0$/);
  });
});

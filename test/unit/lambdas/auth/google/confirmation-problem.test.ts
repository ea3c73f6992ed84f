import { describe, expect, it } from '@jest/globals';
import { confirmationProblem } from 'lambdas/auth/google/google-confirmation';
import { newGoogleStep } from 'lambdas/auth/google/google-step';
import { clockToleranceMs } from 'lambdas/platform/remaining-time';

const minute = 60_000;
const start = new Date('2026-11-22T10:00:00Z');
const step = newGoogleStep('verifier', start, { device: undefined, confirms: { sessionKey: 'k', userId: 'google|1' } });
const identity = { subject: '1', email: 'ann@example.org', isVerified: true, name: 'Ann', picture: undefined };
const problemOf = (issuedAgoMs: number, signedInAgoMs?: number) =>
  confirmationProblem(
    {
      ...identity,
      issuedAtMs: start.getTime() - issuedAgoMs,
      authenticatedAtMs: signedInAgoMs === undefined ? undefined : start.getTime() - signedInAgoMs,
    },
    step,
    start,
  );

describe('the confirmation at Google', () => {
  it('takes a token as old as the tolerance of the clocks, and none that is older', () => {
    expect(problemOf(clockToleranceMs)).toBeUndefined();
    expect(problemOf(clockToleranceMs + 1)).toBe('stale');
  });

  it('takes a sign-in of five minutes ago, and none from before', () => {
    expect(problemOf(0, 5 * minute)).toBeUndefined();
    expect(problemOf(0, 5 * minute + 1)).toBe('stale');
  });
});

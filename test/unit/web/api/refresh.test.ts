import { describe, expect, it } from '@jest/globals';
import { checkLastAttempt, refreshPath } from 'web/api/refresh';

describe('refreshPath', () => {
  it.each([
    ['refresh_type=cognito', '/api/auth/cognito/sign_in_refresh'],
    ['a=1; refresh_type=google; b=2', '/api/auth/google/oauth2_refresh'],
  ])('finds the call in the cookies %s', (cookie, address) => {
    expect(refreshPath(cookie)).toBe(address);
  });

  it.each([[''], ['refresh_type='], ['refresh_type=Cognito'], ['x_refresh_type=google'], ['refresh_type=toString']])(
    'finds no call in the cookies %j',
    (cookie) => {
      expect(refreshPath(cookie)).toBeUndefined();
    },
  );
});

describe('checkLastAttempt', () => {
  const now = 1_800_000_000_000;
  const ago = (seconds: number) => now - seconds * 1000;

  it('allows an attempt when there was none', () => {
    expect(checkLastAttempt(undefined, now, now)).toBe('attempt');
  });

  it('shares a refresh that ended after the request was sent', () => {
    expect(checkLastAttempt({ at: ago(1), hasSucceeded: true }, ago(2), now)).toBe('refreshed');
    expect(checkLastAttempt({ at: ago(60), hasSucceeded: true }, ago(61), now)).toBe('refreshed');
  });

  it.each([[true], [false]])('allows no second attempt within 10 s (first one succeeded: %s)', (hasSucceeded) => {
    expect(checkLastAttempt({ at: ago(9), hasSucceeded }, ago(1), now)).toBe('failed');
    expect(checkLastAttempt({ at: ago(10), hasSucceeded }, ago(1), now)).toBe('attempt');
  });

  it('shares a failed attempt', () => {
    expect(checkLastAttempt({ at: ago(1), hasSucceeded: false }, ago(5), now)).toBe('failed');
  });

  it('ignores an attempt that a fast clock put into the future', () => {
    expect(checkLastAttempt({ at: now + 86_400_000, hasSucceeded: true }, ago(1), now)).toBe('attempt');
    expect(checkLastAttempt({ at: now + 86_400_000, hasSucceeded: false }, ago(1), now)).toBe('attempt');
  });
});

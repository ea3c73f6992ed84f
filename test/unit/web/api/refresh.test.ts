import { describe, expect, it } from '@jest/globals';
import { checkLastAttempt, refreshPath } from 'web/api/refresh';

describe('the way to renew a session', () => {
  it.each([
    ['refresh_type=cognito', '/api/auth/cognito/sign_in_refresh'],
    ['a=1; refresh_type=google; b=2', '/api/auth/google/oauth2_refresh'],
  ])('is in the cookies %s', (cookie, address) => {
    expect(refreshPath(cookie)).toBe(address);
  });

  it.each([[''], ['refresh_type='], ['refresh_type=Cognito'], ['x_refresh_type=google'], ['refresh_type=toString']])(
    'is not in the cookies %j',
    (cookie) => {
      expect(refreshPath(cookie)).toBeUndefined();
    },
  );
});

describe('an attempt to renew a session', () => {
  const now = 1_800_000_000_000;
  const ago = (seconds: number) => now - seconds * 1000;

  it('is made when there was none', () => {
    expect(checkLastAttempt(undefined, now, now)).toBe('attempt');
  });

  it('is shared: whoever was refused before it had ended asks again with the new session', () => {
    expect(checkLastAttempt({ at: ago(1), hasSucceeded: true }, ago(2), now)).toBe('refreshed');
    expect(checkLastAttempt({ at: ago(60), hasSucceeded: true }, ago(61), now)).toBe('refreshed');
  });

  it.each([[true], [false]])('is not made again within 10 s, when it was fine: %s', (hasSucceeded) => {
    expect(checkLastAttempt({ at: ago(9), hasSucceeded }, ago(1), now)).toBe('failed');
    expect(checkLastAttempt({ at: ago(10), hasSucceeded }, ago(1), now)).toBe('attempt');
  });

  it('is over for all when it has failed', () => {
    expect(checkLastAttempt({ at: ago(1), hasSucceeded: false }, ago(5), now)).toBe('failed');
  });

  it('is made again when the last one was made by a clock that was ahead', () => {
    expect(checkLastAttempt({ at: now + 86_400_000, hasSucceeded: true }, ago(1), now)).toBe('attempt');
    expect(checkLastAttempt({ at: now + 86_400_000, hasSucceeded: false }, ago(1), now)).toBe('attempt');
  });
});

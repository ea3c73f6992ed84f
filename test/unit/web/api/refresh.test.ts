import { describe, expect, it } from '@jest/globals';
import { judge, refreshAddress } from 'web/api/refresh';

describe('the way to renew a session', () => {
  it.each([
    ['refresh_type=cognito', '/api/auth/cognito/sign_in_refresh'],
    ['a=1; refresh_type=google; b=2', '/api/auth/google/oauth2_refresh'],
  ])('is in the cookies %s', (cookie, address) => {
    expect(refreshAddress(cookie)).toBe(address);
  });

  it.each([[''], ['refresh_type='], ['refresh_type=Cognito'], ['x_refresh_type=google'], ['refresh_type=toString']])(
    'is not in the cookies %j',
    (cookie) => {
      expect(refreshAddress(cookie)).toBeUndefined();
    },
  );
});

describe('an attempt to renew a session', () => {
  const now = 1_800_000_000_000;
  const ago = (seconds: number) => now - seconds * 1000;

  it('is made when there was none', () => {
    expect(judge(undefined, now, now)).toBe('ask');
  });

  it('is shared: whoever was refused before it had ended asks again with the new session', () => {
    expect(judge({ at: ago(1), isFine: true }, ago(2), now)).toBe('renewed');
    expect(judge({ at: ago(60), isFine: true }, ago(61), now)).toBe('renewed');
  });

  it.each([[true], [false]])('is not made again within 10 s, when it was fine: %s', (isFine) => {
    expect(judge({ at: ago(9), isFine }, ago(1), now)).toBe('refused');
    expect(judge({ at: ago(10), isFine }, ago(1), now)).toBe('ask');
  });

  it('is over for all when it has failed', () => {
    expect(judge({ at: ago(1), isFine: false }, ago(5), now)).toBe('refused');
  });

  it('is made again when the last one was made by a clock that was ahead', () => {
    expect(judge({ at: now + 86_400_000, isFine: true }, ago(1), now)).toBe('ask');
    expect(judge({ at: now + 86_400_000, isFine: false }, ago(1), now)).toBe('ask');
  });
});

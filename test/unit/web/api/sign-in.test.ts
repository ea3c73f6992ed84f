import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { isAuthPath, isUnauthenticated, signInPath } from 'web/api/sign-in';

const errorOf = (status: number) => new ApiError({ status, errorCode: 'x', message: 'no', requestId: null });

describe('isUnauthenticated and isAuthPath', () => {
  it('recognize 401 only', () => {
    expect(isUnauthenticated(errorOf(401))).toBe(true);
    for (const status of [0, 400, 403, 500, 503]) expect(isUnauthenticated(errorOf(status))).toBe(false);
    expect(isUnauthenticated(new TypeError('x'))).toBe(false);
  });

  it.each([
    ['/auth', true],
    ['/auth/', true],
    ['/auth/signin/cognito', true],
    ['/authors', false],
    ['/', false],
    ['/ljmonitor/auth', false],
  ])('recognize %s as a sign-in page: %s', (pathname, expected) => {
    expect(isAuthPath(pathname)).toBe(expected);
  });
});

describe('signInPath', () => {
  it('leads back to the page with its query and hash', () => {
    expect(signInPath({ pathname: '/ljmonitor', search: '?resblockId=1&resblockId=2', hash: '#h' })).toBe(
      '/auth?redirectUrl=%2Fljmonitor%3FresblockId%3D1%26resblockId%3D2%23h',
    );
  });

  it('names the reason after a session that has ended', () => {
    expect(signInPath({ pathname: '/stack', search: '', hash: '' }, true)).toBe(
      '/auth?redirectUrl=%2Fstack&error=sessionEnded',
    );
  });
});

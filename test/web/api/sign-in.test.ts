import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { needsSignIn, signInAddress } from 'web/api/sign-in';

const refused = new ApiError({
  status: 401,
  errorCode: 'unauthenticated',
  message: 'no live session',
  requestId: null,
});
const down = new ApiError({ status: 503, errorCode: 'unavailable', message: 'later', requestId: null });

describe('a refused call', () => {
  it('leads to the sign-in page', () => {
    expect(needsSignIn(refused, 'GET /api/ljmonitor/house', '/ljmonitor')).toBe(true);
  });

  it('leads nowhere when it only asked who is signed in', () => {
    expect(needsSignIn(refused, 'GET /api/auth/session', '/ljmonitor')).toBe(false);
  });

  it.each([['/auth'], ['/auth/signin/cognito']])('leads nowhere on %s', (pathname) => {
    expect(needsSignIn(refused, 'GET /api/ljmonitor/house', pathname)).toBe(false);
  });

  it('is not confused with one that failed', () => {
    expect(needsSignIn(down, 'GET /api/ljmonitor/house', '/authors')).toBe(false);
    expect(needsSignIn(refused, 'GET /api/ljmonitor/house', '/authors')).toBe(true);
  });
});

describe('the sign-in page', () => {
  it('leads back to where one was, filter and all', () => {
    expect(signInAddress({ pathname: '/ljmonitor', search: '?resblockId=1&resblockId=2' })).toBe(
      '/auth?redirectUrl=%2Fljmonitor%3FresblockId%3D1%26resblockId%3D2',
    );
  });
});

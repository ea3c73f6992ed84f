import { describe, expect, it } from '@jest/globals';
import { lastBrowser } from 'lambdas/auth/sessions/session-places';

describe('lastBrowser', () => {
  it.each([
    ['Chrome', ['Firefox 203.0.113.0/24', 'Chrome 203.0.113.0/24']],
    ['other', ['Netscape 203.0.113.0/24']],
    ['other', []],
  ])('is %s', (browser, places) => {
    expect(lastBrowser(places)).toBe(browser);
  });
});

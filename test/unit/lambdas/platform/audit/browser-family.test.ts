import { describe, expect, it } from '@jest/globals';
import { browserFamilyOf, operatingSystemOf } from 'lambdas/platform/audit/browser-family';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('browserFamilyOf', () => {
  // The forms are those of developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent and of the browsers' own pages.
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/150.0.0.0 Safari/537.36`, 'Chrome'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, 'Edge'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/150.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/150.0 Mobile Safari',
      'Firefox',
    ],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1', 'Safari'],
    ['curl/8.5.0', 'other'],
    [undefined, 'other'],
  ])('reads %s as %s', (userAgent, family) => {
    expect(browserFamilyOf(userAgent)).toBe(family);
  });
});

describe('operatingSystemOf', () => {
  it.each([
    ['macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
    ['iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1'],
    ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Android', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'],
    ['ChromeOS', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['other', 'curl/8.5.0'],
  ])('is %s for %s', (system, userAgent) => {
    expect(operatingSystemOf(userAgent)).toBe(system);
  });

  it('is other without a User-Agent', () => {
    expect(operatingSystemOf()).toBe('other');
  });
});

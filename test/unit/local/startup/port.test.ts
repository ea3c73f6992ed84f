import { describe, expect, it } from '@jest/globals';
import { siteOrigin } from 'local/startup/port';

describe('the origin of a site', () => {
  it('is localhost on the default port', () => {
    expect(siteOrigin(3000)).toBe('http://localhost:3000');
  });

  it('has a host name of its own on every other port', () => {
    expect(siteOrigin(3100)).toBe('http://p3100.localhost:3100');
  });
});

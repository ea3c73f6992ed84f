import { describe, expect, it } from '@jest/globals';
import { isListingOrigin, isSameSite } from 'shared-types/rules/monitor/listing-sites';

describe('isSameSite', () => {
  it.each([
    ['https://sh.lianjia.com', 'https://bj.lianjia.com', true],
    ['https://sh.ke.com', 'https://bj.ke.com', true],
    ['https://bj.ke.com', 'https://bj.lianjia.com', false],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1', true],
    ['http://127.0.0.1:1', 'http://127.0.0.1:2', false],
  ])('answers for %s and %s: %s', (origin, configured, expected) => {
    expect(isSameSite(origin, configured)).toBe(expected);
  });
});

describe('isListingOrigin', () => {
  it.each([
    ['https://sh.ke.com', 'https://bj.lianjia.com', true],
    ['http://127.0.0.1:2', 'http://127.0.0.1:1', true],
    ['http://127.0.0.1:2', 'https://bj.lianjia.com', false],
    ['https://127.0.0.1:2', 'http://127.0.0.1:1', false],
    ['http://clogin.localhost:2', 'http://127.0.0.1:1', true],
    ['http://hip.localhost:2', 'http://127.0.0.1:1', true],
    ['http://clogin.localhost:2', 'https://bj.lianjia.com', false],
    ['http://p3000.localhost:2', 'http://127.0.0.1:1', false],
    ['http://localhost:2', 'http://127.0.0.1:1', false],
    ['http://127.0.0.1.evil.example:2', 'http://127.0.0.1:1', false],
    ['http://10.0.0.7:2', 'http://10.0.0.7:1', false],
  ])('answers for %s, where %s is read: %s', (origin, configured, expected) => {
    expect(isListingOrigin(origin, configured)).toBe(expected);
  });
});

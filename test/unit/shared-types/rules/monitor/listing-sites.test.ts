import { describe, expect, it } from '@jest/globals';
import { isSameSite } from 'shared-types/rules/monitor/listing-sites';

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

import { describe, expect, it } from '@jest/globals';
import { isCount } from 'lambdas/platform/dynamodb/item';

describe('isCount', () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])('takes %d', (value) => {
    expect(isCount(value)).toBe(true);
  });

  it.each([-1, 0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1, '1', null, undefined])('refuses %p', (value) => {
    expect(isCount(value)).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { newId } from 'lambdas/platform/id';

describe('newId', () => {
  it('makes ids that sort in the order in which they were made, also within one millisecond', () => {
    // A machine makes many of these in each millisecond.
    const ids = Array.from({ length: 5000 }, () => newId());
    expect(new Set(ids.map((id) => id.slice(0, 10))).size).toBeLessThan(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

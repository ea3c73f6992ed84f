import { describe, expect, it } from '@jest/globals';
import { remainingMs } from 'lambdas/platform/remaining-time';

describe('the time until a stored time', () => {
  it.each([
    ['lies ahead', 1_500, 500],
    ['is now', 1_000, 0],
    ['is past', 999, 0],
    ['is the latest that can be set', 61_000, 60_000],
    ['comes from a clock that was ahead', 61_001, 0],
  ])('is right when it %s', (_, untilMs, expected) => {
    expect(remainingMs(untilMs, 60_000, 1_000)).toBe(expected);
  });
});

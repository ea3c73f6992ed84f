import { describe, expect, it } from '@jest/globals';
import { findFirstReading, type FirstReading, isBeforeExactReading } from 'lambdas/ljmonitor/communities/first-reading';
import { minuteMs } from 'shared-types/rules/time';

const unread: FirstReading = { firstCompleteAtMs: null, unproven: null };

const quarterMs = 15 * minuteMs;

const reading = (number: number, more: { tookMs?: number; mayHaveSlid?: boolean; missesShown?: boolean } = {}) => ({
  readingId: `reading ${number}`,
  atMs: number * 1000,
  tookMs: quarterMs + 1,
  mayHaveSlid: true,
  missesShown: true,
  ...more,
});

const after = (...readings: ReturnType<typeof reading>[]) => readings.reduce(findFirstReading, unread);

const found = (firstCompleteAtMs: number): FirstReading => ({ firstCompleteAtMs, unproven: null });

describe('the first reading that has shown every house', () => {
  it.each([
    ['the first exact one, past which no house can have slid', [reading(1, { mayHaveSlid: false })], 1000],
    ['the first exact one that took a quarter of an hour', [reading(1, { tookMs: quarterMs })], 1000],
    ['an exact one whose houses are all in the next exact one', [reading(1), reading(2, { missesShown: false })], 1000],
    ['the second one, if only that one proves itself', [reading(1), reading(2, { mayHaveSlid: false })], 2000],
    [
      'an earlier one that the next one proves, although that one proves itself, too',
      [reading(1), reading(2, { mayHaveSlid: false, missesShown: false })],
      1000,
    ],
    [
      'the one before the last, not the first of all',
      [reading(1), reading(2), reading(3, { missesShown: false })],
      2000,
    ],
    ['the fourth one, whatever the readings show', [1, 2, 3, 4].map((number) => reading(number)), 4000],
  ])('is %s', (_, readings, atMs) => {
    expect(after(...readings)).toEqual(found(atMs));
  });

  it('is unknown after three readings that prove nothing', () => {
    expect(after(reading(1), reading(2), reading(3))).toEqual({
      firstCompleteAtMs: null,
      unproven: { readingId: 'reading 3', atMs: 3000, count: 3 },
    });
  });

  it('is not proved by the same reading, which may be finished twice', () => {
    expect(after(reading(1), reading(1, { missesShown: false }))).toEqual(after(reading(1)));
  });

  it('stays the same after later readings', () => {
    expect(findFirstReading(found(7), reading(1))).toEqual(found(7));
  });

  it('is preceded by no exact reading only before the first of them', () => {
    expect([unread, after(reading(1)), found(7)].map(isBeforeExactReading)).toEqual([true, false, false]);
  });
});

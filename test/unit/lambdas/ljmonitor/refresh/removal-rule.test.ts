import { describe, expect, it } from '@jest/globals';
import {
  isRemoved,
  isMassRemoval,
  type MissedReadings,
  countMissedReading,
} from 'lambdas/ljmonitor/refresh/removal-rule';

const minute = 60_000;
const gapMs = 30 * minute;

/** Counts readings at these times that missed a house. */
function missedAt(times: number[]) {
  let missing: MissedReadings | undefined;
  for (const nowMs of times) missing = countMissedReading(missing, `run-${nowMs}`, nowMs);
  if (!missing) throw new Error('never missed');
  return missing;
}

describe('isRemoved', () => {
  it.each<[string, number[], boolean]>([
    ['one reading', [0], false],
    ['two readings at once', [0, minute], false],
    ['two readings a little less than half an hour apart', [0, 30 * minute - 1], false],
    ['two readings half an hour apart', [0, 30 * minute], true],
  ])('decides after %s', (_, times, expected) => {
    expect(isRemoved(missedAt(times), false, gapMs, times.at(-1) ?? 0)).toBe(expected);
  });

  it('asks for two more readings when most of the community is missing', () => {
    const times = [0, 30, 60, 90].map((minutes) => minutes * minute);
    const gone = times.map((nowMs, index) => isRemoved(missedAt(times.slice(0, index + 1)), true, gapMs, nowMs));
    expect(gone).toEqual([false, false, false, true]);
  });

  it('counts a reading once whose crawl is finished twice', () => {
    const once = countMissedReading(undefined, 'run', 0);
    expect(countMissedReading(once, 'run', 60 * minute)).toEqual(once);
  });
});

describe('isMassRemoval', () => {
  it.each([
    [4, 4, false],
    [5, 10, false],
    [5, 9, true],
    [6, 6, true],
  ])('answers for %i missing of %i: %s', (absent, present, expected) => {
    expect(isMassRemoval(absent, present)).toBe(expected);
  });
});

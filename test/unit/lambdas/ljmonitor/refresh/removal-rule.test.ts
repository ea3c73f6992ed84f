import { describe, expect, it } from '@jest/globals';
import {
  isRemoved,
  isMassRemoval,
  type MissedReadings,
  countMissedReading,
} from 'lambdas/ljmonitor/refresh/removal-rule';

const minute = 60_000;
const day = 24 * 60 * minute;
const gapMs = 30 * minute;

/** Counts readings at these times that missed a house. */
function missedAt(times: number[], exact: boolean) {
  let missing: MissedReadings | undefined;
  for (const nowMs of times) missing = countMissedReading(missing, { runId: `run-${nowMs}`, exact, nowMs });
  if (!missing) throw new Error('never missed');
  return missing;
}

describe('isRemoved', () => {
  it.each<[string, number[], boolean, boolean]>([
    ['one exact reading', [0], true, false],
    ['two exact readings at once', [0, minute], true, false],
    ['two exact readings half an hour apart', [0, 30 * minute], true, true],
    ['two complete readings a day apart', [0, day], false, false],
    ['four complete readings in an hour', [0, 20 * minute, 40 * minute, 60 * minute], false, false],
    [
      'four complete readings in a little less than a day',
      [0, 8 * 60 * minute, 16 * 60 * minute, day - 1],
      false,
      false,
    ],
    ['four complete readings over a day', [0, 8 * 60 * minute, 16 * 60 * minute, day], false, true],
  ])('decides after %s', (_, times, exact, expected) => {
    expect(isRemoved(missedAt(times, exact), false, gapMs, times.at(-1) ?? 0)).toBe(expected);
  });

  it('asks for two more readings when most of the community is missing', () => {
    const times = [0, 30, 60, 90].map((minutes) => minutes * minute);
    const gone = times.map((nowMs, index) => isRemoved(missedAt(times.slice(0, index + 1), true), true, gapMs, nowMs));
    expect(gone).toEqual([false, false, false, true]);
  });

  it('counts a reading once whose crawl is finished twice', () => {
    const once = countMissedReading(undefined, { runId: 'run', exact: true, nowMs: 0 });
    expect(countMissedReading(once, { runId: 'run', exact: true, nowMs: 60 * minute })).toEqual(once);
  });

  it('measures the time of exact readings from the first exact one', () => {
    const vague = countMissedReading(undefined, { runId: 'a', exact: false, nowMs: 0 });
    const first = countMissedReading(vague, { runId: 'b', exact: true, nowMs: 60 * minute });
    const second = countMissedReading(first, { runId: 'c', exact: true, nowMs: 70 * minute });
    expect(isRemoved(second, false, gapMs, 70 * minute)).toBe(false);
    expect(isRemoved(second, false, gapMs, 90 * minute)).toBe(true);
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

import { describe, expect, it } from '@jest/globals';
import type { MissedReadings } from 'lambdas/ljmonitor/houses/house';
import { isRemoved, isMassRemoval, countMissedReading, onOfferBefore } from 'lambdas/ljmonitor/readings/removal-rule';

const minute = 60_000;
const gapMs = 30 * minute;
const none = { isMassRemoval: false, mayHaveSlid: false };

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
    expect(isRemoved(missedAt(times), none, gapMs, times.at(-1) ?? 0)).toBe(expected);
  });

  it('asks for two more readings when most of the community is missing', () => {
    const times = [0, 30, 60, 90].map((minutes) => minutes * minute);
    const doubts = { ...none, isMassRemoval: true };
    const gone = times.map((nowMs, index) => isRemoved(missedAt(times.slice(0, index + 1)), doubts, gapMs, nowMs));
    expect(gone).toEqual([false, false, false, true]);
  });

  it.each([
    ['four readings in less than two weeks', [0, 5, 10, 13.9], false],
    ['three readings in two weeks', [0, 7, 14], false],
    ['four readings in two weeks', [0, 5, 10, 14], true],
  ])('decides after %s that houses may have slid past', (_, days, expected) => {
    const times = days.map((day) => day * 24 * 60 * minute);
    expect(isRemoved(missedAt(times), { ...none, mayHaveSlid: true }, gapMs, times.at(-1) ?? 0)).toBe(expected);
  });

  it('counts a reading once whose crawl is finished twice', () => {
    const once = countMissedReading(undefined, 'run', 0);
    expect(countMissedReading(once, 'run', 60 * minute)).toEqual(once);
  });
});

describe('onOfferBefore', () => {
  const digest = {
    houseId: '1',
    hash: '',
    removed: false,
    missingCount: 0,
    price: 1,
    unitPrice: 1,
    createTime: 5,
    drop: 0,
  };

  it.each([
    ['a house that was shown before the reading', {}, true],
    ['a house that was first shown in the reading', { createTime: 10 }, false],
    ['a removed house', { removed: true }, false],
    ['a house that the reading before has missed', { missingCount: 1 }, false],
  ])('decides for %s', (_, over, expected) => {
    expect(onOfferBefore([{ ...digest, ...over }], 10).has('1')).toBe(expected);
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

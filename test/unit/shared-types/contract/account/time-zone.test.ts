import { describe, expect, it } from '@jest/globals';
import { TimeZone } from 'shared-types/contract/account/time-zone';
import { localClock } from 'shared-types/rules/local-clock';

describe('a time zone', () => {
  // Chrome reports the first name of each pair and Firefox the second, or the other way round.
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['PRC', 'Asia/Shanghai'],
    ['UTC', 'Etc/UTC'],
  ])('may have each of its names: %s is %s', (one, other) => {
    expect([TimeZone.parse(one), TimeZone.parse(other)]).toEqual([one, other]);
    const atMs = Date.parse('2026-07-01T12:00:00Z');
    expect(localClock(one).shownAt(atMs)).toBe(localClock(other).shownAt(atMs));
  });

  it.each(['', 'Asia/Atlantis', '+05:30', 'Z'.repeat(65), 'Asia/Shanghai\n'])('may not be %j', (name) => {
    expect(TimeZone.safeParse(name).success).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { lastOccurrence, nextOccurrence, quarterOfHour, type WeeklyTime } from 'shared-types/rules/stack/weekly-times';

const friday: WeeklyTime[] = [{ days: [5], from: '20:00', until: '24:00' }];
const iso = (ms: number | undefined) => ms !== undefined && new Date(ms).toISOString().slice(0, 16);
const next = (times: WeeklyTime[], timeZone: string, now: string) => {
  const found = nextOccurrence(times, timeZone, Date.parse(now));
  return [iso(found?.fromMs), iso(found?.untilMs)];
};

describe('a weekly time', () => {
  it('is on its days, in its time zone', () => {
    // 27 November 2026 is a Friday. In Shanghai it is 20:00 at noon UTC.
    expect(next(friday, 'Asia/Shanghai', '2026-11-25T00:00Z')).toEqual(['2026-11-27T12:00', '2026-11-27T16:00']);
    expect(next(friday, 'America/New_York', '2026-11-27T22:00Z')).toEqual(['2026-11-28T01:00', '2026-11-28T05:00']);
    expect(next(friday, 'UTC', '2026-11-27T20:00Z')).toEqual(['2026-12-04T20:00', '2026-12-05T00:00']);
  });

  it('has the wall clock’s hours before and after the clocks change', () => {
    // Berlin leaves summer time on 25 October 2026.
    expect(next(friday, 'Europe/Berlin', '2026-10-20T00:00Z')).toEqual(['2026-10-23T18:00', '2026-10-23T22:00']);
    expect(next(friday, 'Europe/Berlin', '2026-10-24T00:00Z')).toEqual(['2026-10-30T19:00', '2026-10-30T23:00']);
  });

  it('begins after the gap when the clocks skip its beginning, and at the first of two equal times', () => {
    const nights: WeeklyTime[] = [{ days: [0], from: '02:30', until: '05:00' }];
    // Berlin's clocks go from 2:00 to 3:00 on 29 March 2026, and from 3:00 to 2:00 on 25 October.
    expect(next(nights, 'Europe/Berlin', '2026-03-28T00:00Z')).toEqual(['2026-03-29T01:00', '2026-03-29T03:00']);
    expect(next(nights, 'Europe/Berlin', '2026-10-24T00:00Z')).toEqual(['2026-10-25T00:30', '2026-10-25T04:00']);
  });

  it('is left out when the clocks skip all of it', () => {
    const skipped: WeeklyTime[] = [{ days: [0], from: '02:00', until: '03:00' }];
    expect(next(skipped, 'Europe/Berlin', '2026-03-28T00:00Z')).toEqual(['2026-04-05T00:00', '2026-04-05T01:00']);
  });

  it('ends with the time that follows it, or that it lies in', () => {
    const night: WeeklyTime[] = [...friday, { days: [6], from: '00:00', until: '02:00' }];
    expect(next(night, 'UTC', '2026-11-25T00:00Z')).toEqual(['2026-11-27T20:00', '2026-11-28T02:00']);
    // It still has its own beginning.
    expect(next(night, 'UTC', '2026-11-27T22:00Z')).toEqual(['2026-11-28T00:00', '2026-11-28T02:00']);
    const within: WeeklyTime[] = [...friday, { days: [5], from: '21:00', until: '22:00' }];
    expect(next(within, 'UTC', '2026-11-27T20:00Z')).toEqual(['2026-11-27T21:00', '2026-11-28T00:00']);
  });

  it('ends on the next day when it ends no later than it begins', () => {
    const late: WeeklyTime[] = [{ days: [6], from: '22:00', until: '02:00' }];
    expect(next(late, 'UTC', '2026-11-25T00:00Z')).toEqual(['2026-11-28T22:00', '2026-11-29T02:00']);
    const whole: WeeklyTime[] = [{ days: [6], from: '10:00', until: '10:00' }];
    expect(next(whole, 'UTC', '2026-11-25T00:00Z')).toEqual(['2026-11-28T10:00', '2026-11-29T10:00']);
  });

  it('is the last one until the next one begins', () => {
    const times: WeeklyTime[] = [...friday, { days: [0, 6], from: '14:00', until: '18:00' }];
    const last = (now: string) => iso(lastOccurrence(times, 'UTC', Date.parse(now))?.fromMs);
    expect(last('2026-11-27T20:00Z')).toBe('2026-11-27T20:00');
    expect(last('2026-11-28T13:59Z')).toBe('2026-11-27T20:00');
    expect(last('2026-11-28T14:00Z')).toBe('2026-11-28T14:00');
    expect(last('2026-11-29T23:00Z')).toBe('2026-11-29T14:00');
    expect(lastOccurrence([], 'UTC', 0)).toBeUndefined();
  });

  it('is written in quarters of an hour', () => {
    for (const time of ['00:00', '09:15', '23:45', '24:00']) expect(time).toMatch(quarterOfHour);
    for (const time of ['24:15', '9:00', '20:01', '20:00 ', '25:00', '']) expect(time).not.toMatch(quarterOfHour);
  });
});

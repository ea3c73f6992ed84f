import { describe, expect, it } from '@jest/globals';
import { localClock } from 'shared-types/rules/local-clock';
import { parseSchedule } from 'shared-types/rules/schedule';

const next = (expression: string, zone: string, after: string) => {
  const time = parseSchedule(expression, zone).nextAfter(Date.parse(after));
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('the next time of a schedule', () => {
  it.each([
    // This is the configured schedule, in a zone that never changes its clocks.
    ['cron(0 8,13,20 * * ? *)', 'Asia/Shanghai', '2026-03-01T00:30:00Z', '2026-03-01T05:00:00.000Z'],
    ['cron(0 8,13,20 * * ? *)', 'Asia/Shanghai', '2026-03-01T05:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['cron(0 8,13,20 * * ? *)', 'Asia/Shanghai', '2026-03-01T12:00:00Z', '2026-03-02T00:00:00.000Z'],
    // These have '?' on either side, ranges, steps, names in any case, and lists.
    ['cron(0 10 ? * 1 *)', 'UTC', '2026-03-02T00:00:00Z', '2026-03-08T10:00:00.000Z'],
    ['cron(0 10 ? * mon-FRI *)', 'UTC', '2026-03-06T11:00:00Z', '2026-03-09T10:00:00.000Z'],
    ['cron(5/20 * * * ? *)', 'UTC', '2026-03-06T11:46:00Z', '2026-03-06T12:05:00.000Z'],
    ['cron(0-30/15 9-17/4 * JAN,jul ? *)', 'UTC', '2026-03-06T11:46:00Z', '2026-07-01T09:00:00.000Z'],
    ['cron(*/30 * * * ? *)', 'UTC', '2026-12-31T23:30:00Z', '2027-01-01T00:00:00.000Z'],
    // These name days counted from the end, the n-th of a weekday, and the nearest working day.
    ['cron(0 9 L * ? *)', 'UTC', '2026-02-01T00:00:00Z', '2026-02-28T09:00:00.000Z'],
    ['cron(0 9 ? * 6L *)', 'UTC', '2026-02-01T00:00:00Z', '2026-02-27T09:00:00.000Z'],
    ['cron(0 9 ? * L *)', 'UTC', '2026-02-01T00:00:00Z', '2026-02-07T09:00:00.000Z'],
    ['cron(0 9 ? * TUE#5 *)', 'UTC', '2026-02-01T00:00:00Z', '2026-03-31T09:00:00.000Z'],
    ['cron(0 9 1W * ? *)', 'UTC', '2026-07-31T10:00:00Z', '2026-08-03T09:00:00.000Z'],
    ['cron(0 9 31W * ? *)', 'UTC', '2026-05-01T00:00:00Z', '2026-05-29T09:00:00.000Z'],
    ['cron(0 9 15W * ? *)', 'UTC', '2026-08-01T00:00:00Z', '2026-08-14T09:00:00.000Z'],
    ['cron(0 9 29 2 ? *)', 'UTC', '2096-03-01T00:00:00Z', '2104-02-29T09:00:00.000Z'],
    ['cron(30 6 1 1 ? 2030)', 'UTC', '2026-03-06T11:00:00Z', '2030-01-01T06:30:00.000Z'],
    // Spring: 02:30 does not exist on the 29th, and is skipped; what is before and after it is not.
    ['cron(30 2 * * ? *)', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T00:30:00.000Z'],
    ['cron(30 1,2,3 * * ? *)', 'Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00.000Z'],
    // Autumn: 02:30 comes twice, and counts once.
    ['cron(30 2 * * ? *)', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['cron(30 2 * * ? *)', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['cron(0/30 * * * ? *)', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:00:00.000Z'],
    ['cron(0/30 * * * ? *)', 'Europe/Berlin', '2026-10-25T01:15:00Z', '2026-10-25T02:00:00.000Z'],
    // The zones skipped a whole day, are ahead by an odd offset, or change by half an hour.
    ['cron(0 12 30 12 ? *)', 'Pacific/Apia', '2011-12-01T00:00:00Z', '2012-12-29T22:00:00.000Z'],
    ['cron(15 0 * * ? *)', 'Asia/Kathmandu', '2026-03-06T18:29:00Z', '2026-03-06T18:30:00.000Z'],
    ['cron(15 2 * * ? *)', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', '2026-10-04T15:15:00.000Z'],
  ])('%s in %s comes after %s at %s', (expression, zone, after, expected) => {
    expect(next(expression, zone, after)).toBe(expected);
  });

  it('returns undefined when its years are over or no year has its date', () => {
    expect(next('cron(30 6 1 1 ? 2020)', 'UTC', '2026-03-06T11:00:00Z')).toBeUndefined();
    expect(next('cron(30 6 31 2 ? *)', 'UTC', '2026-03-06T11:00:00Z')).toBeUndefined();
  });

  it.each([
    'rate(1 day)',
    'cron(0 8 * * ?)',
    'cron(0 8 * * * *)',
    'cron(0 8 ? * ? *)',
    'cron(60 8 * * ? *)',
    'cron(0 8-7 * * ? *)',
    'cron(0 8 0 * ? *)',
    'cron(0/0 8 * * ? *)',
    'cron(0 8 * FEV ? *)',
    'cron(0 8 ? * 8 *)',
    'cron(0 8 * * ? 1969)',
    'cron(0 8, * * ? *)',
    'cron(*-5 8 * * ? *)',
    // The library knows more characters than AWS.
    'cron(? 8 * * ? *)',
    'cron(0 8 * ? ? *)',
    'cron(0 8 ? * 2/2 *)',
    'cron(0 8 ? * +2 *)',
    'cron(0 8 ? * 3#1,6#3 *)',
  ])('refuses %s', (expression) => {
    expect(() => parseSchedule(expression, 'UTC')).toThrow(RangeError);
  });

  it('refuses a time zone that does not exist', () => {
    expect(() => next('cron(0 8 * * ? *)', 'Asia/Atlantis', '2026-03-06T11:00:00Z')).toThrow(RangeError);
  });
});

describe('the date', () => {
  it.each([
    ['Asia/Shanghai', '2026-03-01T15:59:59Z', '2026-03-01'],
    ['Asia/Shanghai', '2026-03-01T16:00:00Z', '2026-03-02'],
    ['America/New_York', '2026-03-01T04:59:59Z', '2026-02-28'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
  ])('in %s at %s is %s', (zone, time, day) => {
    expect(localClock(zone).dayAt(Date.parse(time))).toBe(day);
  });
});

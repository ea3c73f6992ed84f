import { describe, expect, it } from '@jest/globals';
import { nextUtcDayMs, utcDay } from 'shared-types/rules/time';

describe('a day of UTC', () => {
  it('is that of the time in UTC, whatever zone the machine is in', () => {
    expect(utcDay(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-12-31');
    expect(utcDay(Date.parse('2026-12-31T23:00:00-02:00'))).toBe('2027-01-01');
  });

  it('is followed by the next one, also across a month and a year', () => {
    expect(nextUtcDayMs(new Date('2026-12-31T00:00:00Z'))).toBe(Date.parse('2027-01-01T00:00:00Z'));
  });
});

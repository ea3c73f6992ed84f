import { describe, expect, it } from '@jest/globals';
import { forecastHours, formatHours } from 'web/features/stack/hours/format-hours';

describe('server hours', () => {
  it.each([
    [0, '0 hours'],
    [1, '1 hour'],
    [41.46, '41.5 hours'],
    [1_200, '1,200 hours'],
  ])('%d are written as %s', (hours, text) => {
    expect(formatHours(hours)).toBe(text);
  });

  it.each([
    ['2026-11-02T23:59:00Z', undefined],
    ['2026-11-16T00:00:00Z', 20],
    ['2026-12-01T00:00:00Z', undefined],
    ['2028-02-15T12:00:00Z', 20],
  ])('of the month are estimated from those until %s', (time, hours) => {
    expect(forecastHours(10, Date.parse(time))).toEqual(hours);
  });

  it('have no estimate before the first one', () => {
    expect(forecastHours(0, Date.parse('2026-11-16T00:00:00Z'))).toBeUndefined();
  });
});

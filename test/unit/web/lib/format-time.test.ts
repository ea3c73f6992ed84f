import { describe, expect, it } from '@jest/globals';
import { formatAge, formatFutureTime, countMinutesSince, formatTime, formatTimestamp } from 'web/lib/format-time';

const now = new Date(2026, 10, 20, 21, 4).getTime();
const minutes = (count: number) => count * 60_000;

describe('an age', () => {
  it('is in whole minutes, and 0 for a future time', () => {
    expect(countMinutesSince(now - minutes(38) - 59_000, now)).toBe(38);
    expect(countMinutesSince(now + minutes(5), now)).toBe(0);
  });

  it.each([
    [minutes(0), 'just now'],
    [minutes(1), '1 min ago'],
    [minutes(38), '38 mins ago'],
    [minutes(179), '179 mins ago'],
    [minutes(180), '18:04'],
    [minutes(24 * 60), 'yesterday 21:04'],
    [minutes(18 * 24 * 60), '11-02 21:04'],
  ])('%d ms is %s', (past, words) => {
    expect(formatAge(now - past, now)).toBe(words);
  });
});

describe('a time', () => {
  it('has its year if it is not this year', () => {
    expect(formatTime(new Date(2025, 0, 9, 8, 5).getTime(), now)).toBe('2025-01-09 08:05');
  });
});

describe('a future time', () => {
  it('has its date if it is not today', () => {
    expect(formatFutureTime(now + minutes(60), now)).toBe('22:04');
    expect(formatFutureTime(now + minutes(6 * 60), now)).toBe('03:04 tomorrow');
    expect(formatFutureTime(now + minutes(48 * 60), now)).toBe('11-22 21:04');
  });
});

describe('a timestamp', () => {
  it('is local, to the second', () => {
    expect(formatTimestamp(new Date(2026, 0, 9, 8, 5, 3).getTime())).toBe('2026-01-09 08:05:03');
  });
});

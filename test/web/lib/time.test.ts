import { describe, expect, it } from '@jest/globals';
import { ago, minutesSince, momentOf } from 'web/lib/time';

const now = new Date(2026, 10, 20, 21, 4).getTime();
const minutes = (count: number) => count * 60_000;

describe('how long ago', () => {
  it('is whole minutes, and none for a clock that is ahead', () => {
    expect(minutesSince(now - minutes(38) - 59_000, now)).toBe(38);
    expect(minutesSince(now + minutes(5), now)).toBe(0);
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
    expect(ago(now - past, now)).toBe(words);
  });
});

describe('a moment', () => {
  it('has its year where that is another one', () => {
    expect(momentOf(new Date(2025, 0, 9, 8, 5).getTime(), now)).toBe('2025-01-09 08:05');
  });
});

import { describe, expect, it } from '@jest/globals';
import { formatDuration } from 'web/lib/format-duration';

const minutes = (count: number) => count * 60_000;

describe('a duration', () => {
  it.each([
    [-5_000, '0 s'],
    [59_999, '59 s'],
    [72_000, '1 min 12 s'],
    [minutes(60), '1 h 0 min'],
    [minutes(125), '2 h 5 min'],
  ])('%d ms is %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

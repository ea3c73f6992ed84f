import { describe, expect, it } from '@jest/globals';
import { describeActor, formatDuration } from 'web/features/stack/detail/texts';
import { log } from '../../../../../support/site/stacks.ts';

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

describe('an action', () => {
  it('names its actor', () => {
    expect(describeActor(log({ by: 'Ann' }))).toBe('by Ann');
    expect(describeActor(log({ by: 'schedule' }))).toBe('by schedule');
    expect(describeActor(log({ by: 'idle' }))).toBe('because the server was empty');
  });
});

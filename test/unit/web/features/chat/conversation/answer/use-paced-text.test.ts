import { describe, expect, it } from '@jest/globals';
import { firstCharacters, revealTime } from 'web/features/chat/conversation/answer/use-paced-text';

describe('revealTime', () => {
  it.each([
    ['the first text, or a piece each second', 0, 1_000],
    ['a poll that came late', 1_400, 1_000],
    ['a long answer, whose pieces come more rarely', 4_000, 6_000],
    ['the longest pause', 11_000, 10_000],
  ])('paces %s', (_, sinceLastMs, ms) => {
    expect(revealTime(sinceLastMs)).toBe(ms);
  });
});

describe('firstCharacters', () => {
  it('never cuts a character in half', () => {
    expect([1, 2, 3].map((length) => firstCharacters('a🍵', length))).toEqual(['a', 'a', 'a🍵']);
  });
});

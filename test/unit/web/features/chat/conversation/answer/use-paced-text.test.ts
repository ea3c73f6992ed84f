import { describe, expect, it } from '@jest/globals';
import { firstCharacters, revealTime } from 'web/features/chat/conversation/answer/use-paced-text';

describe('the pace of an answer', () => {
  it.each([
    ['the first words, or what comes each second', 0, 1_000],
    ['a poll that came late', 1_400, 1_000],
    ['a long answer, which comes more and more seldom', 4_000, 6_000],
    ['the longest pause that there is', 11_000, 10_000],
  ])('for %s', (_, sinceLastMs, ms) => {
    expect(revealTime(sinceLastMs)).toBe(ms);
  });

  it('shows no half of a character', () => {
    expect([1, 2, 3].map((length) => firstCharacters('a🍵', length))).toEqual(['a', 'a', 'a🍵']);
  });
});

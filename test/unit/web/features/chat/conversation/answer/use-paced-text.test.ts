import { describe, expect, it } from '@jest/globals';
import { firstCharacters } from 'web/features/chat/conversation/answer/use-paced-text';

describe('firstCharacters', () => {
  it('never cuts a character in half', () => {
    expect([1, 2, 3].map((length) => firstCharacters('a🍵', length))).toEqual(['a', 'a', 'a🍵']);
  });
});

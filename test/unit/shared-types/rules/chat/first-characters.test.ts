import { describe, expect, it } from '@jest/globals';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';

describe('firstCharacters', () => {
  it('never cuts a character in half', () => {
    expect([1, 2, 3].map((length) => firstCharacters('a🍵', length))).toEqual(['a', 'a', 'a🍵']);
  });
});

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Lexer } from 'marked';
import { createBlockReader } from 'web/features/chat/markdown/blocks';
import { hostileAnswers } from '../../bench/browser/markdown/hostile.ts';

afterEach(() => void jest.restoreAllMocks());

/** Reads a text as a page does while it grows by 300 characters, and counts the characters that the lexer looks at. */
function countRead(text: string) {
  const inBlocks = jest.spyOn(Lexer.prototype, 'blockTokens');
  const inline = jest.spyOn(Lexer.prototype, 'inlineTokens');
  const read = createBlockReader();
  for (let length = 300; length < text.length; length += 300) read(text.slice(0, length), true);
  read(text, false);
  const count = {
    inBlocks: inBlocks.mock.calls.reduce((sum, [src]) => sum + src.length, 0),
    // The search for emphasis takes as long as the characters times the delimiters.
    inline: inline.mock.calls.reduce((sum, [src]) => sum + src.length * (1 + (src.match(/[*_]/g)?.length ?? 0)), 0),
  };
  jest.restoreAllMocks();
  return count;
}

describe('an answer that means to freeze the tab', () => {
  it.each(hostileAnswers)('costs little more than a plain one to read while it grows: $name', ({ hostile, plain }) => {
    const [theirs, ours] = [countRead(hostile), countRead(plain)];
    expect(theirs.inBlocks).toBeLessThanOrEqual(3 * ours.inBlocks);
    expect(theirs.inline).toBeLessThanOrEqual(3_000_000);
  });
});

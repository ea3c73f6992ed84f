import { describe, expect, it } from '@jest/globals';
import { readText, rejectTooLongTexts } from 'lambdas/chat/files/file';
import { maxTextBytes, textType } from 'shared-types/rules/chat/files';
import { estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';
import { cutMark, cutText } from 'web/features/chat/conversation/files/reading/cut-text';

const bytesOf = (text: string) => Buffer.byteLength(text);

/** Does what the server does with an upload. It throws for a text that is too long. */
function check(text: string) {
  const start = Buffer.from(text);
  const upload = { type: textType, bytes: start.length, etag: '1', start };
  const tokens = estimateTokens(readText('a.txt', upload));
  rejectTooLongTexts([{ type: textType, fileId: '1', name: 'a.txt', bytes: start.length, key: '1', tokens }]);
}

describe('the text of a file', () => {
  it('stays as it is up to the bounds', () => {
    for (const text of ['', 'Tea', 'a'.repeat(maxTextBytes), '茶'.repeat(maxMemoryTokens)]) {
      expect(cutText(text)).toEqual({ text, isCut: false });
      check(text);
    }
  });

  it.each([
    ['English', 'a', maxTextBytes - 3],
    ['Russian', 'ч', maxTextBytes - 3],
    ['Chinese, which has more tokens than bytes of English', '茶', 290_000],
    ['characters of four bytes', '🌳', 190_000],
    ['characters of four bytes that begin elsewhere', 'a🌳', 190_000],
  ])('is cut after a whole character, in %s', (_, piece, minBytes) => {
    const long = piece.repeat(maxTextBytes + 1);
    const { text, isCut } = cutText(long);
    expect(isCut).toBe(true);
    expect(text.endsWith(cutMark)).toBe(true);
    expect(text.isWellFormed()).toBe(true);
    expect(long.startsWith(text.slice(0, -cutMark.length))).toBe(true);
    expect(bytesOf(text)).toBeGreaterThan(minBytes);
    check(text);
  });

  it('has the mark, too, when only its start was read', () => {
    expect(cutText('Tea', { isStart: true })).toEqual({ text: `Tea${cutMark}`, isCut: true });
  });
});

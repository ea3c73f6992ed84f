import { describe, expect, it } from '@jest/globals';
import { maxFileBytes, textType } from 'shared-types/rules/chat/files';
import { prepareFile } from 'web/features/chat/conversation/files/reading/prepare-file';

const { signal } = new AbortController();
const prepared = (...parts: BlobPart[]) => prepareFile(new File(parts, 'a'), signal);
/** Nothing reads a PDF that is too large, so its error tells that a file is taken for one. */
const rest = new Uint8Array(maxFileBytes);

describe('a file with the mark of a PDF', () => {
  it.each([
    ['begins with it', '%PDF-1.7\n'],
    ['has an empty line before it', '\r\n%PDF-1.7\n'],
    ['has bytes of another program before it', '\u0000\u0001%PDF-1.7\n'],
  ])('is a PDF if it %s', async (_, start) => {
    await expect(prepared(start, rest)).rejects.toThrow('This file is larger than 20 MB.');
  });

  it('is a text if it speaks of it', async () => {
    const text = '# How to know files\n\nA PDF begins with %PDF-1.7.\n';
    const { type, blob } = await prepared(text);
    expect([type, await blob.text()]).toEqual([textType, text]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { decodeText } from 'web/lib/decode-text';
import { pngOf } from '../../../support/pictures.ts';

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('Tee, 茶\t\n'), 'Tee, 茶\t\n'],
    ['UTF-8 with overstriking, and the end of a file of DOS', Buffer.from('T\bTee\u001a'), 'T\bTee\u001a'],
    ['UTF-8 with a mark', Buffer.from('\ufeffTee'), 'Tee'],
    ['UTF-16 of Windows', Buffer.from('\ufeffTee 茶', 'utf16le'), 'Tee 茶'],
    ['UTF-16 the other way', Buffer.from('\ufeffTee 茶', 'utf16le').swap16(), 'Tee 茶'],
    ['GB 18030', Buffer.from('b2e8 d2b6'.replaceAll(' ', ''), 'hex'), '茶叶'],
    ['GB 18030 with rare characters', Buffer.from('d6ec e946 bbf9 2c20'.replaceAll(' ', ''), 'hex'), '朱镕基, '],
    ['Windows-1252', Buffer.from('für Mädchen, déjà vu \x80', 'latin1'), 'für Mädchen, déjà vu €'],
  ])('is read in %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it('is nothing for a picture, an archive or a program', () => {
    for (const bytes of [pngOf(30, 20), Buffer.from('PK\u0003\u0004\0\0'), Buffer.from('\u007fELF\u0002\u0001\0')])
      expect(decodeText(bytes)).toBeUndefined();
  });

  it('may end within a character if it is only a start', () => {
    const cut = Buffer.from('茶茶').subarray(0, 5);
    expect(decodeText(cut, true)).toBe('茶');
  });
});

import { describe, expect, it } from '@jest/globals';
import { isHeic } from 'web/features/chat/conversation/files/reading/heic';
import { heic, pngOf } from '../../../../../../../support/pictures.ts';

/** Makes the box at the start of a file, with the brand that it has before all and those that it is like. */
function boxOf(brand: string, ...like: string[]) {
  const box = Buffer.from(`....ftyp${brand}....${like.join('')}`);
  box.writeUInt32BE(box.length);
  return box;
}

describe('a picture in HEIC', () => {
  it.each<[string, Buffer, boolean]>([
    ['a picture of an iPhone', heic, true],
    ['a picture with another first brand', boxOf('mif1', 'miaf', 'heic'), true],
    ['a series of pictures', boxOf('hevc', 'msf1'), true],
    ['a picture in AVIF', boxOf('avif', 'mif1', 'miaf'), false],
    ['a film', boxOf('qt  '), false],
    ['a brand that stands after the box', Buffer.concat([boxOf('avif'), Buffer.from('heic')]), false],
    ['a PNG', pngOf(4, 4), false],
    ['a text', Buffer.from('heic'), false],
  ])('is known by its content: %s', async (_, content, isOne) => {
    expect(await isHeic(new Blob([Uint8Array.from(content)]))).toBe(isOne);
  });
});

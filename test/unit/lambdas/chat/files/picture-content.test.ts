import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { readBytes, readPicture } from 'lambdas/chat/files/picture-content';
import { pngOf } from '../../../../support/pictures.ts';

const base64 = (text: string) => Buffer.from(text, 'base64');
const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');
const lossy = base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA');
const lossless = base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==');

/** An extended WebP of 400 by 300 pixels. */
const extended = Buffer.concat([
  Buffer.from('RIFF\u0016\0\0\0WEBPVP8X\u000a\0\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0x8f, 0x01, 0x00, 0x2b, 0x01, 0x00]),
]);

/** Makes a JPEG of 400 by 300 pixels, whose dimensions stand behind blocks of metadata. */
function jpegWith(...blocks: number[]) {
  const metadata = blocks.map((length) => {
    const block = Buffer.alloc(length + 2, 0xc0);
    block.writeUInt16BE(0xffe1, 0);
    block.writeUInt16BE(length, 2);
    return block;
  });
  const frame = Buffer.from([
    0xff, 0xff, 0xc2, 0, 17, 8, 0x01, 0x2c, 0x01, 0x90, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...metadata, frame]);
}

describe('the content of a picture', () => {
  it.each([
    ['PNG', pngOf(40, 30), { type: 'image/png', width: 40, height: 30 }],
    ['GIF', gif, { type: 'image/gif', width: 1, height: 1 }],
    ['lossy WebP', lossy, { type: 'image/webp', width: 1, height: 1 }],
    ['lossless WebP', lossless, { type: 'image/webp', width: 1, height: 1 }],
    ['extended WebP', extended, { type: 'image/webp', width: 400, height: 300 }],
    ['JPEG', jpegWith(), { type: 'image/jpeg', width: 400, height: 300 }],
    ['JPEG with metadata', jpegWith(65_535, 65_535, 40), { type: 'image/jpeg', width: 400, height: 300 }],
  ])('says the type and the dimensions of a %s', (_, bytes, means) => {
    expect(readPicture(bytes.subarray(0, readBytes))).toEqual(means);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj <<>> endobj')],
    ['a PNG without pixels', pngOf(0, 30)],
    ['the start of a PNG', pngOf(40, 30).subarray(0, 20)],
    ['a JPEG without an end of its metadata', jpegWith(65_535).subarray(0, 60_000)],
    ['a video in a container of WebP', Buffer.from('RIFF\0\0\0\0AVI LIST\0\0\0\0hdrlavih8\0\0\0\0\0', 'latin1')],
  ])('is not found in %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
  });

  it('is read from any bytes without an error', () => {
    const start = fc
      .constantFrom(pngOf(4, 3), gif, lossy, lossless, extended, jpegWith(9))
      .chain((bytes) =>
        fc
          .tuple(fc.nat(bytes.length), fc.uint8Array({ maxLength: 64 }))
          .map(([length, rest]) => Buffer.concat([bytes.subarray(0, length), rest])),
      );
    fc.assert(fc.property(start, (bytes) => expect(readPicture(bytes)?.width).not.toBe(0)));
  });
});

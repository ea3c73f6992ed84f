import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { PictureType } from 'shared-types/rules/chat/files';
import { withoutMetadata } from 'web/features/chat/conversation/files/reading/picture-metadata';
import { pngChunk, pngOf, webpOf } from '../../../../../../../support/pictures.ts';

async function stripped(content: Buffer, type: PictureType) {
  const blob = await withoutMetadata(new Blob([Uint8Array.from(content)]), type);
  return blob && Buffer.from(await blob.arrayBuffer());
}

/** Makes EXIF with a place, and the value of its orientation. */
function exifOf(orientation: number, { isLittle = false } = {}) {
  const exif = isLittle
    ? `49492a0008000000010012010300010000000${orientation}000000`
    : `4d4d002a0000000800010112000300000001000${orientation}0000`;
  return Buffer.concat([Buffer.from(exif, 'hex'), Buffer.from('GPS 39.9042 N')]);
}

/** Puts chunks behind the header of a PNG. */
const pngWith = (...chunks: Buffer[]) =>
  Buffer.concat([pngOf(4, 4).subarray(0, 33), ...chunks, pngOf(4, 4).subarray(33)]);

const size = Buffer.from('00000000070000070000', 'hex');
const withFlags = (flags: number) => Buffer.concat([Buffer.from([flags]), size.subarray(1)]);
const pixels = Buffer.from('pixels');

describe('a PNG', () => {
  it.each(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX'])('loses its %s, and nothing else', async (name) => {
    const colours = pngChunk('gAMA', Buffer.from('0000b18f', 'hex'));
    const content = pngWith(pngChunk(name, exifOf(1)), colours);
    expect(await stripped(content, 'image/png')).toEqual(pngWith(colours));
  });

  it('loses what stands behind its end', async () => {
    expect(await stripped(Buffer.concat([pngOf(4, 4), Buffer.from('GPS')]), 'image/png')).toEqual(pngOf(4, 4));
  });

  it('is drawn again if its end is missing', async () => {
    expect(await stripped(pngOf(4, 4).subarray(0, -12), 'image/png')).toBeUndefined();
  });
});

describe('a WebP', () => {
  it('loses its EXIF and its XMP, and no longer says that it has them', async () => {
    const content = webpOf(
      ['VP8X', withFlags(0b1_1100)],
      ['ALPH', Buffer.from('odd')],
      ['VP8 ', pixels],
      ['EXIF', exifOf(1)],
      ['XMP ', Buffer.from('<exif:GPSLatitude>39')],
    );
    const expected = webpOf(['VP8X', withFlags(0b1_0000)], ['ALPH', Buffer.from('odd')], ['VP8 ', pixels]);
    expect(await stripped(content, 'image/webp')).toEqual(expected);
  });

  it('is drawn again if it is cut off', async () => {
    expect(await stripped(webpOf(['VP8 ', pixels]).subarray(0, -1), 'image/webp')).toBeUndefined();
  });
});

it.each([
  [1, false],
  [3, true],
  [6, true],
])('a picture that only its metadata turn upright is drawn again: orientation %d', async (orientation, isDrawn) => {
  const turned = [exifOf(orientation), exifOf(orientation, { isLittle: true })];
  const contents = turned.flatMap((exif) => [
    stripped(pngWith(pngChunk('eXIf', exif)), 'image/png'),
    stripped(webpOf(['VP8 ', pixels], ['EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif])]), 'image/webp'),
  ]);
  for (const content of await Promise.all(contents)) expect(content === undefined).toBe(isDrawn);
});

it('any bytes behind the start of a picture are read to an end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), async (bytes) => {
      await stripped(pngWith(Buffer.from(bytes)), 'image/png');
      const exif: [string, Buffer] = ['EXIF', Buffer.from(bytes)];
      expect(await stripped(webpOf(['VP8 ', pixels], exif), 'image/webp')).not.toHaveLength(0);
    }),
  );
});

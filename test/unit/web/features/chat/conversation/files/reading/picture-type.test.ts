import { describe, expect, it } from '@jest/globals';
import { maxFileNameLength, type PictureType } from 'shared-types/rules/chat/files';
import { nameOfType, pictureTypeOf } from 'web/features/chat/conversation/files/reading/picture-type';
import { heic, pngOf, webpOf } from '../../../../../../../support/pictures.ts';

describe('the type of a picture', () => {
  it.each<[string, Buffer, PictureType | undefined]>([
    ['a PNG', pngOf(4, 4), 'image/png'],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['a WebP', webpOf(['VP8L', Buffer.alloc(6)]), 'image/webp'],
    ['a GIF', Buffer.from('GIF89a....'), 'image/gif'],
    ['a HEIC', heic, undefined],
    ['a sound in RIFF', Buffer.from('RIFF....WAVEfmt '), undefined],
    ['a text about PNG', Buffer.from('a PNG'), undefined],
  ])('is told from its bytes, whatever its name says: %s', async (_, content, type) => {
    const file = new File([Uint8Array.from(content)], 'a.bmp', { type: 'image/bmp' });
    expect(await pictureTypeOf(file)).toBe(type);
  });
});

describe('the name of a picture', () => {
  it.each<[string, PictureType, string]>([
    ['photo.heic', 'image/jpeg', 'photo.jpeg'],
    ['cat.PNG', 'image/webp', 'cat.webp'],
    ['Cat.JPG', 'image/jpeg', 'Cat.JPG'],
    ['cat.tar', 'image/png', 'cat.tar.png'],
    ['Release 1.5', 'image/webp', 'Release 1.5.webp'],
    ['.png', 'image/webp', '.webp'],
  ])('has the ending of what is sent: %s as %s', (name, type, expected) => {
    expect(nameOfType(name, type)).toBe(expected);
  });

  it('is no longer than one may be', () => {
    const name = nameOfType('a'.repeat(maxFileNameLength), 'image/png');
    expect([name.length, name.slice(-5)]).toEqual([maxFileNameLength, 'a.png']);
  });
});

import type { PictureType } from 'shared-types/rules/chat/files';

export interface PictureContent {
  type: PictureType;
  width: number;
  height: number;
}

/** The dimensions of a JPEG follow its metadata, which can have several blocks of 64 KB. */
export const readBytes = 512 * 1024;

/**
 * Reads the type and the dimensions of a picture from its first bytes. Undefined for anything else: what a file is called and
 * what its sender says about it count for nothing.
 */
export function readPicture(start: Uint8Array): PictureContent | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const found = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the size of a PNG: https://www.w3.org/TR/png-3/#11IHDR */
function readPng(bytes: Buffer): PictureContent | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature) || textAt(bytes, 12) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the size of a GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18 */
function readGif(bytes: Buffer): PictureContent | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/**
 * Reads the size of a WebP picture, which is lossy, lossless or extended:
 * https://developers.google.com/speed/webp/docs/riff_container
 */
function readWebp(bytes: Buffer): PictureContent | undefined {
  if (bytes.length < 30 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (textAt(bytes, 12)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/**
 * Returns whether a marker begins a frame, which has the dimensions: https://www.w3.org/Graphics/JPEG/itu-t81.pdf,
 * table B.1
 */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): PictureContent | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);

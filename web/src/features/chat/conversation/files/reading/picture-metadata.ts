import type { PictureType } from 'shared-types/rules/chat/files';

/**
 * The chunks of a PNG that say how it looks. All others may name its place, as EXIF and XMP do:
 * https://www.w3.org/TR/png-3/#11Chunks
 */
const chunksOfPng = /^(?:[A-Z].{3}|tRNS|cHRM|cICP|gAMA|iCCP|mDCV|cLLI|sBIT|sRGB|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;

/** Those of a WebP: https://developers.google.com/speed/webp/docs/riff_container */
const chunksOfWebp = /^(?:VP8[ LX]|ANIM|ANMF|ALPH|ICCP)$/;

/**
 * Returns a picture without what it says about its place, time and camera; every pixel stays. Undefined for one whose chunks
 * cannot be read, and for one that only its metadata turn upright: such a picture has to be drawn again.
 */
export async function withoutMetadata(file: Blob, type: PictureType): Promise<Blob | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = type === 'image/png' ? partsOfPng(bytes) : type === 'image/webp' ? partsOfWebp(bytes) : undefined;
  return parts && new Blob(parts, { type });
}

type Bytes = Uint8Array<ArrayBuffer>;

const viewOf = ({ buffer, byteOffset, byteLength }: Bytes) => new DataView(buffer, byteOffset, byteLength);
const nameAt = (bytes: Bytes, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

function partsOfPng(bytes: Bytes): Bytes[] | undefined {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    const name = nameAt(bytes, at + 4);
    if (end > bytes.length || (name === 'eXIf' && isTurned(bytes.subarray(at + 8, end - 4)))) return undefined;
    if (chunksOfPng.test(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return parts;
    at = end;
  }
  return undefined;
}

/** The bits of the first byte of VP8X that tell of EXIF and of XMP. */
const metadataFlags = 0b1100;

function partsOfWebp(bytes: Bytes): Bytes[] | undefined {
  const view = viewOf(bytes);
  const fileEnd = 8 + view.getUint32(4, true);
  if (fileEnd > bytes.length) return undefined;
  const header = bytes.slice(0, 12);
  const parts = [header];
  for (let at = 12; at + 8 <= fileEnd;) {
    const end = at + 8 + view.getUint32(at + 4, true);
    const name = nameAt(bytes, at);
    if (end > fileEnd || (name === 'EXIF' && isTurned(bytes.subarray(at + 8, end)))) return undefined;
    // A chunk with an odd number of bytes is followed by an empty one.
    const next = end + ((end - at) % 2);
    const chunk = bytes.slice(at, next);
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~metadataFlags;
    if (chunksOfWebp.test(name)) parts.push(chunk);
    at = next;
  }
  viewOf(header).setUint32(4, parts.reduce((sum, { length }) => sum + length, 0) - 8, true);
  return parts;
}

const orientationTag = 0x0112;

/** Returns whether EXIF says that the picture is to be shown turned or mirrored: CIPA DC-008, 4.6.4. */
function isTurned(exif: Bytes): boolean {
  // Some programs begin it as in a JPEG.
  const view = viewOf(nameAt(exif, 0) === 'Exif' ? exif.subarray(6) : exif);
  try {
    const isLittle = view.getUint8(0) === 0x49;
    const entries = view.getUint32(4, isLittle);
    const count = view.getUint16(entries, isLittle);
    for (let at = entries + 2; at < entries + 2 + 12 * count; at += 12)
      if (view.getUint16(at, isLittle) === orientationTag) return view.getUint16(at + 8, isLittle) > 1;
  } catch {
    // It ends too early, so nothing shows the picture turned.
  }
  return false;
}

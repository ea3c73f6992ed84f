import { maxFileBytes, maxPixels, type PictureType, pictureTypes } from 'shared-types/rules/chat/files';
import { AttachmentError, tooLarge } from './attachment-error.ts';
import { isHeic } from './heic.ts';
import { withoutMetadata } from './picture-metadata.ts';
import { nameOfType, pictureTypeOf } from './picture-type.ts';

/** A picture as it is uploaded. */
export interface Picture {
  blob: Blob;
  type: PictureType;
  /** The name of the file with the ending of its type. */
  name: string;
  width: number;
  height: number;
  /** A small copy as a data URL. */
  preview: string;
}

/** Models scale larger pictures down themselves. */
const maxSide = 2048;
/** A larger picture is compressed again. */
const maxBytes = 4_000_000;
const previewSide = 160;
const quality = 0.85;

/** Returns the dimensions after fitting into a square. */
export function fitInto(side: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const notAPicture = 'This file cannot be used. Choose a picture, a text file or a PDF.';
const unknownHeic = 'This browser cannot read HEIC pictures. Save the picture as JPEG or PNG.';

/** Reads a picture, makes it smaller if it is large, and leaves out where it was taken. A type that models do not read is converted if the browser knows it. */
export async function preparePicture(file: File): Promise<Picture> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  // Safari reads HEIC, and others do not.
  if (!bitmap) throw new AttachmentError((await isHeic(file)) ? unknownHeic : notAPicture);
  try {
    const preview = draw(bitmap, fitInto(previewSide, bitmap)).toDataURL('image/jpeg', quality);
    const { width, height } = bitmap;
    const type = await pictureTypeOf(file);
    const isSmall = Math.max(width, height) <= maxSide && file.size <= maxBytes;
    // A GIF may move, and a canvas keeps its first picture only. A JPEG is always encoded again, which leaves its place out.
    const isKept = type !== undefined && type !== 'image/jpeg' && isSmall;
    const kept = type === 'image/gif' ? file : isKept ? await withoutMetadata(file, type) : undefined;
    const picture = kept && type ? { blob: kept, type, width, height } : await shrink(bitmap, type);
    if (type === 'image/gif') rejectLargeGif(picture);
    if (picture.blob.size > maxFileBytes) throw new AttachmentError(tooLarge);
    return { ...picture, name: nameOfType(file.name, picture.type), preview };
  } finally {
    bitmap.close();
  }
}

/** Its limits are those of the server, which would refuse it after the upload. */
function rejectLargeGif({ blob, width, height }: { blob: Blob; width: number; height: number }) {
  const pixels = `${maxPixels / 1_000_000} million pixels`;
  const reason = blob.size > maxFileBytes ? '20 MB' : width * height > maxPixels ? pixels : undefined;
  if (reason !== undefined)
    throw new AttachmentError(
      `This GIF has more than ${reason}, and GIFs are not made smaller, because they may move. Save it as PNG or JPEG.`,
    );
}

async function shrink(bitmap: ImageBitmap, type: PictureType | undefined) {
  const size = fitInto(maxSide, bitmap);
  const canvas = draw(bitmap, size);
  // WebP keeps what is transparent. A browser that cannot write it writes PNG.
  const wanted = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, quality));
  const written = pictureTypes.find((each) => each === blob?.type);
  if (!blob || !written) throw new AttachmentError(notAPicture);
  return { blob, type: written, ...size };
}

function draw(bitmap: ImageBitmap, { width, height }: { width: number; height: number }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

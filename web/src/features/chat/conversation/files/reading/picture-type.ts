import { maxFileNameLength, type PictureType, pictureTypes } from 'shared-types/rules/chat/files';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';

/** The first bytes of each type, as this decoder of texts reads them. */
const starts: Record<PictureType, RegExp> = {
  'image/png': /^.PNG\r\n.\n/s,
  'image/jpeg': /^ÿØÿ/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/gif': /^GIF8[79]a/,
};

/** Returns the type of a picture by its bytes, as the server does. A browser tells it from the file's name, which may be wrong. */
export async function pictureTypeOf(file: Blob): Promise<PictureType | undefined> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 12).arrayBuffer());
  return pictureTypes.find((type) => starts[type].test(head));
}

const endings: Record<PictureType, RegExp> = {
  'image/png': /\.png$/i,
  'image/jpeg': /\.(?:jpe?g|jpe|jfif)$/i,
  'image/webp': /\.webp$/i,
  'image/gif': /\.gif$/i,
};
const anyEnding = /\.(?:png|jpe?g|jpe|jfif|webp|gif|hei[cf]|avif|bmp|tiff?|ico)$/i;

/** Returns the name of a picture with the ending of its type: a program that opens the saved file goes by it. */
export function nameOfType(name: string, type: PictureType): string {
  if (endings[type].test(name)) return name;
  const ending = `.${type.slice('image/'.length)}`;
  return firstCharacters(name.replace(anyEnding, ''), maxFileNameLength - ending.length) + ending;
}

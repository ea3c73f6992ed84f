/** Encodes all characters but those of RFC 3986 that need no encoding, as signatures of AWS do. */
export const uriEncode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Decodes by the byte order mark, then as UTF-8 if it is that, and then as the page or its file declares. Chinese text in another
 * encoding is practically never valid UTF-8, and a page that was saved again may still declare its old one.
 */
export function decodeHtml(bytes: Uint8Array, declared?: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderFor(declared ?? charsetIn(bytes)).decode(bytes);
  }
}

const charsetIn = (bytes: Uint8Array) =>
  /<meta[^>]{1,200}charset=["']?\s{0,9}([\w-]+)/i.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 4096)))?.[1];

function decoderFor(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

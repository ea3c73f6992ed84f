/** Decodes by the byte order mark, then by the page's own meta element. */
export function decodeHtml(bytes: Uint8Array, declared?: string): string {
  const [first, second] = bytes;
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  return decoderFor(label ?? declared ?? charsetIn(bytes)).decode(bytes);
}

const charsetIn = (bytes: Uint8Array) =>
  /<meta[^>]+charset=["']?\s*([\w-]+)/i.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 2048)))?.[1];

function decoderFor(label = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

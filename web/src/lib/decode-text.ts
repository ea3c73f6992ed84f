/** The controls that a text may have: tabs, line ends and form feeds, those of a terminal's log, and the end of a file of DOS. */
const allowed = '\b\t\n\v\f\r\u001a\u001b';

/** Returns whether a text has other controls of a terminal or a printer, which only the bytes of something else give. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) < 0x20 && !allowed.includes(text.charAt(at))) return true;
  return false;
}

/**
 * Returns whether most bytes that are not ASCII stand alone, as 'ü' does in Windows-1252. GB 18030 reads such a byte and the letter
 * behind it as a rare character, while its common ones have two such bytes.
 */
function isWestern(bytes: Uint8Array): boolean {
  let [alone, paired] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    if ((bytes[at + 1] ?? 0) < 0x80) alone++;
    else {
      paired++;
      at++;
    }
  }
  return alone > paired;
}

/** Windows writes UTF-16 with a mark at its start. Files of earlier years are in Windows-1252, or Chinese ones in GB 18030. */
function encodingsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', isWestern(bytes) ? 'windows-1252' : 'gb18030'];
}

/** Decodes the bytes of a text, and returns undefined for anything else. The end of a start may cut a character. */
export function decodeText(bytes: Uint8Array, isStart = false): string | undefined {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isStart });
      if (!hasControls(text)) return text;
    } catch {
      // It is no text in this encoding.
    }
  }
  return undefined;
}

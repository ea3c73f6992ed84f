/** Characters that no text has: those that control a terminal or a printer, but tabs, line ends, form feeds and escapes. */
// oxlint-disable-next-line no-control-regex -- The rule expects a slip of the keyboard, and this looks for them on purpose.
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Windows writes UTF-16 with a mark at its start, and Chinese files of earlier years are in GB 18030. */
function encodingsOf([first, second]: Uint8Array): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  if (first === 0xfe && second === 0xff) return ['utf-16be'];
  return ['utf-8', 'gb18030'];
}

/** Decodes the bytes of a text, and returns undefined for anything else. The end of a start may cut a character. */
export function decodeText(bytes: Uint8Array, isStart = false): string | undefined {
  for (const encoding of encodingsOf(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isStart });
      if (!control.test(text)) return text;
    } catch {
      // It is no text in this encoding.
    }
  }
  return undefined;
}

/** The named character references that are decoded. Other names stay as they are. */
const named = new Map(
  (
    'amp& lt< gt> quot" apos\' nbsp\u00a0 copy© reg® trade™ deg° plusmn± times× divide÷ middot· bull• hellip… ndash– mdash— lsquo‘ ' +
    'rsquo’ ldquo“ rdquo” laquo« raquo» larr← rarr→ uarr↑ darr↓ harr↔ le≤ ge≥ ne≠ asymp≈ infin∞ euro€ pound£ yen¥ sect§'
  )
    .split(' ')
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
);

/** Decodes character references. The result is text, not HTML. */
export const decodeEntities = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]+));/g, (written, decimal, hex, name) =>
        typeof name === 'string'
          ? (named.get(name) ?? written)
          : characterOf(typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)),
      )
    : text;

const characterOf = (code: number) =>
  code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\ufffd' : String.fromCodePoint(code);

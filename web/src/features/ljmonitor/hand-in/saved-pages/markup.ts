/** A start tag of HTML with its attributes, or a comment. */
export type Markup =
  | { tag: string; attributes: ReadonlyMap<string, string>; comment?: undefined }
  | { comment: string; tag?: undefined; attributes?: undefined };

/** These elements hold text, whatever it looks like. */
const holdsText = /^(script|style|textarea|title)$/;

const none: ReadonlyMap<string, string> = new Map();

/**
 * Finds the start tags and the comments of a page in their order. The browser's own parser takes trusted text only. The time is
 * linear in the length of the page: nothing is looked at twice, and what is not closed ends the page, as in a browser.
 */
export function* markupOf(html: string): Generator<Markup> {
  const opening = /<(?:!--|([a-z][^\s/>]*))/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const [, name] = found;
    if (name === undefined) {
      // The shortest comment is '<!-->'.
      const end = html.indexOf('-->', found.index + 2);
      yield { comment: html.slice(opening.lastIndex, end === -1 ? html.length : end) };
      if (end === -1) return;
      opening.lastIndex = end + 3;
    } else {
      const tag = name.toLowerCase();
      const { attributes, end } = attributesFrom(html, opening.lastIndex);
      if (end === -1) return;
      yield { tag, attributes };
      opening.lastIndex = end + 1;
      if (holdsText.test(tag)) {
        const closing = new RegExp(`</${tag}`, 'gi');
        closing.lastIndex = end;
        if (!closing.test(html)) return;
        opening.lastIndex = closing.lastIndex;
      }
    }
  }
}

/** Reads the attributes of a tag, and finds its end; -1 if the page ends before. */
function attributesFrom(html: string, start: number) {
  const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
  let attributes: Map<string, string> | undefined;
  let at = start;
  attribute.lastIndex = at;
  for (let found = attribute.exec(html); found; found = attribute.exec(html)) {
    const [, name = '', double, single, bare] = found;
    at = attribute.lastIndex;
    attributes ??= new Map();
    const key = name.toLowerCase();
    // Browsers keep the first of two.
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return { attributes: attributes ?? none, end: html.indexOf('>', at) };
}

const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** Decodes the character references that addresses and numbers have. */
const decodeEntities = (text: string) =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|amp|quot|apos|lt|gt);/gi, (whole, name: string) =>
    name.startsWith('#') ? letterOf(name.slice(1), whole) : (named[name.toLowerCase()] ?? whole),
  );

/** Returns the letter of '47' or 'x2F'; the reference itself if there is none. */
function letterOf(number: string, whole: string): string {
  const code = /^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

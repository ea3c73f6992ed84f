/**
 * Splits the text of a JSON array into the texts of its items while it arrives, so that an export of hundreds of megabytes is
 * never in memory as a whole. A text that is an object is one item.
 */
export function arrayItems() {
  let rest = '';
  let position = 0;
  let begin = -1;
  let depth = 0;
  /** The depth at which an item begins. */
  let base = 1;
  let isInText = false;
  let isEscaped = false;

  function step(code: number) {
    if (isInText) {
      if (isEscaped) isEscaped = false;
      else if (code === backslash) isEscaped = true;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === openBrace || code === openBracket) {
      if (depth === 0 && code === openBrace) base = 0;
      if (depth === base) begin = position;
      depth++;
    } else if (code === closeBrace || code === closeBracket) {
      depth--;
      return depth === base && begin >= 0;
    }
    return false;
  }

  return {
    /** Returns the items that are complete with this text. Items that are no object or array are left out. */
    add(text: string): string[] {
      rest += text;
      const items: string[] = [];
      for (; position < rest.length; position++) {
        if (!step(rest.charCodeAt(position))) continue;
        items.push(rest.slice(begin, position + 1));
        begin = -1;
      }
      // Only the item that has begun is kept.
      const kept = begin < 0 ? position : begin;
      rest = rest.slice(kept);
      position -= kept;
      if (begin > 0) begin = 0;
      return items;
    },
    /** Returns whether the array has ended. */
    isComplete: () => depth === 0 && !isInText,
  };
}

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash] = [codeOf('"'), codeOf('\\')];
const [openBrace, closeBrace] = [codeOf('{'), codeOf('}')];
const [openBracket, closeBracket] = [codeOf('['), codeOf(']')];

import type { Lexer, Token, Tokens } from 'marked';

/** A part of an answer that is folded under a summary. */
export interface DetailsToken {
  type: 'details';
  raw: string;
  isOpen: boolean;
  summary: Token[];
  tokens: Token[];
}

/** Reads a `<details>` element with Markdown inside. It ends with the text if its end is missing. */
export function readDetails(src: string, lexer: Lexer, isGrowing: boolean): DetailsToken | Tokens.Space | undefined {
  const [opening] = /^ {0,3}<details(?:\s[^<>]*)?>/i.exec(src) ?? [];
  if (opening === undefined) return undefined;
  const { content, raw } = untilClosed(src, opening.length);
  // The summary is still to come.
  if (isGrowing && /^\s*(?:<(?:s(?:u(?:m(?:m(?:a(?:r(?:y[^>]*)?)?)?)?)?)?)?)?$/i.test(content))
    return { type: 'space', raw: src };
  const [head = '', summary = ''] = /^\s*<summary(?:\s[^<>]*)?>([^]*?)(?:<\/summary>|$)/i.exec(content) ?? [];
  return {
    type: 'details',
    raw,
    isOpen: /\sopen[\s=>]/i.test(opening),
    summary: lexer.inline(summary.trim(), []),
    tokens: lexer.blockTokens(content.slice(head.length).replace(/^\s*\n/, ''), []),
  };
}

/** Code comes first, because a tag in it is none. A fence without an end reaches to the end of the text. */
const fencedCode = /^ {0,3}(`{3,}|~{3,}).*(?:\n(?! {0,3}\1[`~]*[ \t]*$).*)*(?:\n {0,3}\1[`~]*[ \t]*$)?/;
const codeOrTag = new RegExp(`${fencedCode.source}|\`[^\`\\n]+\`|</?details(?:\\s[^<>]*)?>`, 'gim');

function untilClosed(src: string, start: number) {
  let depth = 1;
  for (const { 0: tag, index } of src.matchAll(codeOrTag)) {
    if (index < start || !tag.startsWith('<')) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth > 0) continue;
    const [end = ''] = /^[ \t]*\n*/.exec(src.slice(index + tag.length)) ?? [];
    return { content: src.slice(start, index), raw: src.slice(0, index + tag.length + end.length) };
  }
  return { content: src.slice(start), raw: src };
}

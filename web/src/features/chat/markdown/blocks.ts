import { Lexer, type MarkedToken, type Token } from 'marked';

/** What an answer consists of: the blocks of its Markdown, in order. */
export type Block = MarkedToken;

const plain = (text: string): Block => ({
  type: 'paragraph',
  raw: text,
  text,
  tokens: [{ type: 'text', raw: text, text }],
});

const types = new Set(
  (
    'blockquote br checkbox code codespan def del em escape heading hr html ' +
    'image link list list_item paragraph space strong table text'
  ).split(' '),
);

/** The lexer has no extensions: it makes no other tokens. */
const isKnown = (token: Token): token is MarkedToken => types.has(token.type);

export const knownTokens = (tokens: Token[]): MarkedToken[] => tokens.filter(isKnown);

/** A longer run of text is not searched for emphasis and links: what is made to be ambiguous would take minutes. */
const maxInlineLength = 5_000;

function lex(text: string): Block[] {
  const lexer = new Lexer();
  try {
    lexer.blockTokens(text.replaceAll(/\r\n?/g, '\n'), lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue) {
      lexer.state.inRawBlock = false;
      if (src.length > maxInlineLength) tokens.push({ type: 'text', raw: src, text: src });
      else lexer.inlineTokens(src, tokens);
    }
    return knownTokens(lexer.tokens);
  } catch {
    // Nested so deep that nothing can read it. The words are still there.
    return [plain(text)];
  }
}

/**
 * Reads a text that grows: blocks that cannot change any more are the same objects as before, so that they are neither
 * read nor drawn again. Open to what comes are the last block, the one before it (half a line can look like the start of a
 * block and turn out to go on with the last one), and whatever the definition of a link may change.
 */
export function createBlockReader(): (text: string) => Block[] {
  let known = { text: '', blocks: lex('') };
  return (text) => {
    if (text !== known.text) known = { text, blocks: extendBlocks(known.text, known.blocks, text) };
    return known.blocks;
  };
}

function extendBlocks(before: string, blocks: Block[], text: string): Block[] {
  if (!text.startsWith(before) || text.includes(']:') || text.includes('\r')) return lex(text);
  const closed = withoutLast(withoutLast(blocks));
  const length = closed.reduce((sum, { raw }) => sum + raw.length, 0);
  return [...closed, ...lex(text.slice(length))];
}

const withoutLast = (blocks: Block[]) =>
  blocks.slice(
    0,
    Math.max(
      0,
      blocks.findLastIndex(({ type }) => type !== 'space'),
    ),
  );

/** The level of each heading, without gaps, whatever an answer begins with; 3 is the highest of an answer. */
export function headingLevels(blocks: Block[]): number[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.type !== 'heading') return 0;
    while ((open.at(-1) ?? 0) >= block.depth) open.pop();
    open.push(block.depth);
    return Math.min(2 + open.length, 6);
  });
}

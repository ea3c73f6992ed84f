import { Lexer, type MarkedToken, type Token } from 'marked';

/** A block of Markdown. */
export type Block = MarkedToken;

const plainParagraph = (text: string): Block => ({
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

/** The lexer has no extensions, so it produces no other tokens. */
const isKnown = (token: Token): token is MarkedToken => types.has(token.type);

export const knownTokens = (tokens: Token[]): MarkedToken[] => tokens.filter(isKnown);

/** Longer text is not searched for emphasis and links, because deliberately ambiguous input would take minutes. */
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
    // The text is nested too deep for the lexer and shows as plain text.
    return [plainParagraph(text)];
  }
}

/**
 * Parses a growing text. Blocks that can no longer change stay the same objects, so they are neither parsed nor rendered
 * again. The last two blocks can change, because half a line may look like a new block and turn out to continue the
 * previous one. A link definition can change every block.
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

/** The level of each heading, without gaps. The highest level of an answer is 3. */
export function headingLevels(blocks: Block[]): number[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.type !== 'heading') return 0;
    while ((open.at(-1) ?? 0) >= block.depth) open.pop();
    open.push(block.depth);
    return Math.min(2 + open.length, 6);
  });
}

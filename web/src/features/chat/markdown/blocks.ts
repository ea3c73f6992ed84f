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

export const knownOf = (tokens: Token[]): MarkedToken[] => tokens.filter(isKnown);

function lex(text: string): Block[] {
  try {
    return knownOf(Lexer.lex(text));
  } catch {
    // Nested so deep that nothing can read it. The words are still there.
    return [plain(text)];
  }
}

/**
 * Reads a text that grows: blocks that cannot change any more are the same objects as before, so that they are neither
 * read nor drawn again. Only the last block is open to what comes after it, and whatever a later definition of a link
 * would change.
 */
export function blockReader(): (text: string) => Block[] {
  let known = { text: '', blocks: lex('') };
  return (text) => {
    if (text !== known.text) known = { text, blocks: grown(known.text, known.blocks, text) };
    return known.blocks;
  };
}

function grown(before: string, blocks: Block[], text: string): Block[] {
  if (!text.startsWith(before) || text.includes(']:') || text.includes('\r')) return lex(text);
  const closed = blocks.slice(
    0,
    blocks.findLastIndex(({ type }) => type !== 'space'),
  );
  const length = closed.reduce((sum, { raw }) => sum + raw.length, 0);
  return [...closed, ...lex(text.slice(length))];
}

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

import type { MarkedToken, Token } from 'marked';
import type { DetailsToken } from './details.ts';
import type { FootnoteReferenceToken, FootnoteToken } from './footnotes.ts';
import type { FormulaToken } from './mathematics.ts';
import { AnswerLexer } from './tokenizer.ts';
import { withoutUndecidedLines } from './undecided-lines.ts';

/** A token of Markdown, or of what answers have beyond it. */
export type Block = MarkedToken | FormulaToken | DetailsToken | FootnoteToken | FootnoteReferenceToken;

const plainParagraph = (text: string): Block => ({
  type: 'paragraph',
  raw: text,
  text,
  tokens: [{ type: 'text', raw: text, text }],
});

const types = new Set(
  (
    'blockquote br checkbox code codespan def del details em escape footnote footnoteReference formula heading hr html ' +
    'image link list list_item paragraph space strong table text'
  ).split(' '),
);

const isKnown = (token: Token | Block): token is Block => types.has(token.type);

export const knownTokens = (tokens: Token[]): Block[] => tokens.filter(isKnown);

/** Longer text is not searched for emphasis and links, because deliberately ambiguous input would take minutes. */
const maxInlineLength = 5_000;
/**
 * The budget of one answer for that search, in characters times delimiters, which bounds its time. An answer of 32 KB with
 * usual formatting needs a tenth of it. Text beyond the budget is shown without emphasis and links.
 */
const maxInlineCost = 1_000_000;
/** Open blocks of a growing answer are parsed again and again, so their more expensive text waits for its end. */
const maxGrowingCost = 30_000;
const inlineCost = (text: string) => text.length * (text.match(/[*_~`[\]<!\\$]/g)?.length ?? 0);

/** A block, and the part of the answer's budget that it has used. */
interface Parsed {
  block: Block;
  cost: number;
}

const costOf = (parsed: readonly Parsed[]) => parsed.reduce((sum, { cost }) => sum + cost, 0);

/** Parses the text that follows these blocks. */
function lex(text: string, isGrowing: boolean, before: readonly Parsed[] = []): Parsed[] {
  const lexer = new AnswerLexer(isGrowing);
  for (const { block } of before)
    if (block.type === 'def') lexer.tokens.links[block.tag] ??= { href: block.href, title: block.title };
  let left = maxInlineCost - costOf(before);
  try {
    const shown = isGrowing ? withoutUndecidedLines(text) : text;
    lexer.blockTokens(shown, lexer.tokens);
    const costs: number[] = [];
    const open = isGrowing ? openIndex(lexer.tokens) : Infinity;
    // Only the text at the very end is still open: not that before a blank line or before code.
    const isAtEnd = ({ src, tokens }: { src: string; tokens: Token[] }) =>
      src !== '' &&
      lexer.blockOf.get(tokens) === lexer.tokens.length - 1 &&
      shown.trimEnd().endsWith(src.slice(src.lastIndexOf('\n') + 1).trim());
    const last = isGrowing ? lexer.inlineQueue.findLast(isAtEnd) : undefined;
    for (const { src, tokens } of lexer.inlineQueue) {
      lexer.state.inRawBlock = false;
      const cost = inlineCost(src);
      const index = lexer.blockOf.get(tokens) ?? 0;
      const waits = index >= open && cost > maxGrowingCost;
      if (waits || src.length > maxInlineLength || cost > left) {
        tokens.push({ type: 'text', raw: src, text: src });
        continue;
      }
      left -= cost;
      costs[index] = (costs[index] ?? 0) + cost;
      lexer.readRun({ source: src, isOpen: tokens === last?.tokens, offset: 0 }, tokens);
    }
    return lexer.tokens.flatMap((token, index) => (isKnown(token) ? [{ block: token, cost: costs[index] ?? 0 }] : []));
  } catch {
    // The lexer has failed on this text, which shows as plain text.
    return [{ block: plainParagraph(text), cost: 0 }];
  }
}

/**
 * Parses a growing text. Blocks that can no longer change stay the same objects, so they are neither parsed nor rendered
 * again. While the text grows, a link definition applies to the blocks after it, and to all once the text is complete.
 */
export function createBlockReader(): (text: string, isGrowing?: boolean) => Block[] {
  let known: { text: string; isGrowing: boolean; parsed: Parsed[]; blocks: Block[] } | undefined;
  return (given, isGrowing = false) => {
    const text = given.replaceAll(/\r\n?/g, '\n');
    if (!known || text !== known.text || isGrowing !== known.isGrowing) {
      const isWhole = !isGrowing && text.includes(']:');
      const before = isWhole || !text.startsWith(known?.text ?? '') ? [] : (known?.parsed ?? []);
      const parsed = extend(before, text, isGrowing);
      known = { text, isGrowing, parsed, blocks: parsed.map(({ block }) => block) };
    }
    return known.blocks;
  };
}

function extend(parsed: readonly Parsed[], text: string, isGrowing: boolean): Parsed[] {
  const closed = parsed.slice(0, openIndex(parsed.map(({ block }) => block)));
  const length = closed.reduce((sum, { block }) => sum + block.raw.length, 0);
  return [...closed, ...lex(text.slice(length), isGrowing, closed)];
}

/**
 * Returns the first block that can still change: the last one, or the one before it if more text may turn out to
 * continue it.
 */
function openIndex(blocks: readonly Token[]): number {
  const last = blocks.findLastIndex(({ type }) => type !== 'space');
  const previous = blocks.slice(0, Math.max(last, 0)).findLastIndex(({ type }) => type !== 'space');
  const { type = '', raw = '' } = blocks[previous] ?? {};
  const isEndedByLine = (type === 'heading' || type === 'hr') && raw.endsWith('\n');
  const isEndedByBlankLine = (type === 'paragraph' || type === 'table') && last > previous + 1;
  return isEndedByLine || isEndedByBlankLine ? previous + 1 : Math.max(previous, 0);
}

/** Returns the level of each heading, without gaps. The highest level of an answer is 3. */
export function headingLevels(blocks: Block[]): number[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.type !== 'heading') return 0;
    while ((open.at(-1) ?? 0) >= block.depth) open.pop();
    open.push(block.depth);
    return Math.min(2 + open.length, 6);
  });
}

import jsTokens from 'js-tokens';

export interface Comment {
  line: number;
  /** The words without the marks of a comment, on one line. */
  text: string;
}

/** Returns the comments of a source file. Line comments that follow each other are one comment. */
export function commentsOf(file: string, source: string): Comment[] {
  if (file.endsWith('.md')) return paragraphsOf(source);
  if (file.endsWith('.css')) return blocksOf(source);
  if (file.endsWith('.html')) return markupComments(source);
  if (/\.(sh|ya?ml)$/.test(file) || file.endsWith('/run')) return joined(hashLines(source));
  return joined(tokensOf(file, source));
}

interface Raw extends Comment {
  /** A line comment goes on in the next line. */
  isLine: boolean;
}

function* tokensOf(file: string, source: string): Generator<Raw> {
  let line = 1;
  for (const { type, value } of jsTokens(source, { jsx: file.endsWith('x') })) {
    if (type === 'SingleLineComment') yield { line, text: value.slice(2), isLine: true };
    if (type === 'MultiLineComment') yield { line, text: unmarked(value), isLine: false };
    line += value.split('\n').length - 1;
  }
}

/** Returns the words of a block comment on one line. */
export const plainComment = (comment: string) => oneLine(unmarked(comment));

const unmarked = (comment: string) => comment.replaceAll(/^\/\*+|\*\/$/g, '').replaceAll(/^\s*\* ?/gm, '');

function blocksOf(source: string): Comment[] {
  return [...source.matchAll(/\/\*[^]*?\*\//g)].map(({ 0: comment, index }) => ({
    line: lineAt(source, index),
    text: oneLine(unmarked(comment)),
  }));
}

const markupComments = (source: string): Comment[] =>
  [...source.matchAll(/<!--([^]*?)-->/g)].map(({ 1: comment = '', index }) => ({
    line: lineAt(source, index),
    text: oneLine(comment),
  }));

function* hashLines(source: string): Generator<Raw> {
  for (const [index, text] of source.split('\n').entries()) {
    if (/^\s*#(?!!)/.test(text)) yield { line: index + 1, text: text.replace(/^\s*# ?/, ''), isLine: true };
  }
}

/** Returns the headings, paragraphs, list items and cells of tables of a page, without its code. */
function paragraphsOf(source: string): Comment[] {
  const withoutCode = source.replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''));
  const paragraphs: Comment[] = [];
  let open: Comment | undefined;
  const add = (line: number, text: string) => paragraphs.push((open = { line, text }));
  for (const [index, text] of withoutCode.split('\n').entries()) {
    const line = index + 1;
    const plain = text.replaceAll('**', '').trim();
    const [, item] = /^(?:[-*]|\d+\.|#+|>)\s+(.*)/.exec(plain) ?? [];
    if (item !== undefined) add(line, item);
    else if (plain.startsWith('|')) for (const cell of cellsOf(plain)) add(line, cell);
    else if (plain !== '' && open) open.text += ` ${plain}`;
    else if (plain !== '') add(line, plain);
    if (plain === '' || /^[|#]/.test(plain)) open = undefined;
  }
  return paragraphs;
}

/** Returns the cells of a row with words; the line below the heads of a table has none. */
const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => /\p{L}/u.test(cell));

function joined(comments: Iterable<Raw>): Comment[] {
  const all: Comment[] = [];
  let lastLine = -1;
  for (const { line, text, isLine } of comments) {
    const previous = all.at(-1);
    if (isLine && previous && lastLine === line - 1) previous.text += ` ${oneLine(text)}`;
    else all.push({ line, text: oneLine(text) });
    lastLine = isLine ? line : -1;
  }
  return all;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const lineAt = (source: string, index: number) => source.slice(0, index).split('\n').length;

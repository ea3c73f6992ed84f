import { cjk } from './cjk.ts';

/** Emphasis that begins at a position of a text. */
export interface Span {
  type: 'em' | 'strong' | 'del';
  /** The number of characters of its mark. */
  width: 1 | 2;
  /** The position of its closing mark. It is the text's length if the mark is still to come. */
  end: number;
}

interface Run {
  mark: string;
  /** Later runs have higher numbers. */
  order: number;
  start: number;
  /** The marks that are not used yet. */
  count: number;
  length: number;
  canOpen: boolean;
  canClose: boolean;
}

const punctuation = /[\p{P}\p{S}]/u;
const space = /[\p{Zs}\t\n\f\r]/u;
const ideographicVariation = /[\u{e0100}-\u{e01ef}]/u;
/** Quotation marks that the second variation selector makes fullwidth. */
const fullwidthQuote = /[‘’“”]\ufe01$/;

interface Side {
  isSpace: boolean;
  isPunctuation: boolean;
  isCjk: boolean;
}

const sideOf = (character: string, isCjk = cjk.test(character)): Side => ({
  isSpace: character === '' || space.test(character),
  isPunctuation: punctuation.test(character),
  isCjk,
});

function characterBefore(text: string, position: number): string {
  const code = text.codePointAt(position - 2) ?? 0;
  return code > 0xff_ff ? String.fromCodePoint(code) : text.charAt(position - 1);
}

/** Returns what stands before a position. A variation selector belongs to the character before it. */
function sideBefore(text: string, position: number): Side {
  const character = characterBefore(text, position);
  if (!/[\ufe00-\ufe0e]/.test(character))
    return sideOf(character, cjk.test(character) || ideographicVariation.test(character));
  return sideOf(
    characterBefore(text, position - 1),
    cjk.test(characterBefore(text, position - 1)) || fullwidthQuote.test(text.slice(0, position)),
  );
}

function sideAfter(text: string, position: number): Side {
  const code = text.codePointAt(position);
  return sideOf(code === undefined ? '' : String.fromCodePoint(code));
}

const isLatinMark = ({ isPunctuation, isCjk }: Side) => isPunctuation && !isCjk;

/** Reads a run of marks, by the rules of CommonMark with the amendments of markdown-cjk-friendly. */
function readRun(text: string, start: number, mark: string, length: number): Run {
  const before = sideBefore(text, start);
  const after = sideAfter(text, start + length);
  const isLeft = !after.isSpace && (!isLatinMark(after) || before.isSpace || isLatinMark(before) || before.isCjk);
  const isRight = !before.isSpace && (!isLatinMark(before) || after.isSpace || isLatinMark(after) || after.isCjk);
  const isWordMark = mark === '_';
  return {
    mark,
    order: start,
    start,
    count: length,
    length,
    canOpen: isLeft && (!isWordMark || !isRight || before.isPunctuation),
    canClose: isRight && (!isWordMark || !isLeft || after.isPunctuation),
  };
}

/** Two marks do not match if their lengths add up to a multiple of three and one of them could do both: rules 9 and 10. */
const isMismatch = (opener: Run, closer: Run) =>
  closer.mark !== '~' &&
  (opener.canClose || closer.canOpen) &&
  (opener.length + closer.length) % 3 === 0 &&
  (opener.length % 3 !== 0 || closer.length % 3 !== 0);

const typeOf = (mark: string, width: 1 | 2) => (mark === '~' ? 'del' : width === 2 ? 'strong' : 'em');

/**
 * Finds the emphasis of a text by the algorithm of CommonMark: spec.commonmark.org/0.31.2/#phase-2-inline-structure. A single
 * tilde is a sign for "about", so only two of them strike text. If more text is to follow, a mark that is still open
 * reaches to the end.
 * @param masked The text, in which what is no mark is masked.
 */
export function spansOf(masked: string, isGrowing: boolean): Map<number, Span> {
  const spans = new Map<number, Span>();
  const open: Run[] = [];
  /** For each kind of closing run, the last run that is known not to match it, so the search stays linear. */
  const searched = new Map<string, number>();
  for (const { 0: marks, index } of masked.matchAll(/\*+|_+|~+/g)) {
    const mark = marks.charAt(0);
    if (mark === '~' && marks.length !== 2) continue;
    const run = readRun(masked, index, mark, marks.length);
    if (run.canClose) closeWith(run, open, spans, searched);
    if (run.canOpen && run.count > 0) open.push(run);
  }
  if (isGrowing)
    for (const { mark, start, count } of open) {
      let left = count;
      while (left > 0) {
        const width = left === 1 ? 1 : 2;
        left -= width;
        spans.set(start + left, { type: typeOf(mark, width), width, end: masked.length });
      }
    }
  return spans;
}

function closeWith(closer: Run, open: Run[], spans: Map<number, Span>, searched: Map<string, number>) {
  const kind = `${closer.mark} ${closer.length % 3} ${closer.canOpen}`;
  while (closer.count > 0) {
    const bottom = searched.get(kind) ?? -1;
    const at = open.findLastIndex(
      (run) => run.order <= bottom || (run.mark === closer.mark && !isMismatch(run, closer)),
    );
    const opener = open[at];
    if (opener === undefined || opener.order <= bottom) {
      searched.set(kind, open.at(-1)?.order ?? -1);
      return;
    }
    const width = opener.count > 1 && closer.count > 1 ? 2 : 1;
    opener.count -= width;
    spans.set(opener.start + opener.count, { type: typeOf(closer.mark, width), width, end: closer.start });
    closer.start += width;
    closer.count -= width;
    open.length = opener.count > 0 ? at + 1 : at;
  }
}

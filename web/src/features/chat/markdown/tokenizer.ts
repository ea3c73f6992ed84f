import { Hooks, Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { cjk } from './cjk.ts';
import { readDetails } from './details.ts';
import { type Span, spansOf } from './emphasis.ts';
import { readFootnote, readFootnoteReference } from './footnotes.ts';
import { isInlineElement } from './html.ts';
import { formulaStart, readFormula, readFormulaBlock } from './mathematics.ts';

/** Lists, quotes and folded parts that are nested deeper show as text: each level is read again for every level around it. */
const maxNesting = 10;
/** A line that opens more lists and quotes than that. */
const nestsTooDeep = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){${maxNesting + 1}}`);

/** The length of a heading with an underline, which may have several lines. */
const maxHeadingLength = 1_000;

/** A piece of inline text that is being read. */
interface Run {
  source: string;
  /** More text is about to follow, so what is still open may yet be closed. */
  isOpen: boolean;
  /** The emphasis of the text around it, by position there. */
  spans?: Map<number, Span>;
  /** Its position in that text. */
  offset: number;
}

/** What is still undecided at the end of a growing text: marks, a tag, a character reference, a command of a formula. */
const undecidedEnd = /(?:\\?[*_~`$]+|\$?<(?:[A-Za-z/!][^<>\n]{0,200})?|&#?\w{0,32}|\$?\\[A-Za-z]*(?:\{[A-Za-z]*)?)$/;

/** A link or an image whose end is still to come. */
const openLink = /^!?\[([^[\]\n]{0,200})(?:\](?:\([^()\n]{0,2000})?)?$/;

/** Punctuation and spaces outside ASCII, and fullwidth letters. */
const endOfUrl = /(?!\p{ASCII})[\p{P}\p{S}\p{Z}]|[\uff01-\uff5e]/u;

/** The tokenizer of marked with what the answers of models need beyond GFM. */
class AnswerTokenizer extends Tokenizer {
  declare lexer: AnswerLexer;
  private nesting = 0;
  private readonly isGrowing: boolean;

  constructor(isGrowing: boolean) {
    super();
    this.isGrowing = isGrowing;
  }

  override list(src: string) {
    return this.nested(src, () => super.list(src));
  }

  override blockquote(src: string) {
    return this.nested(src, () => super.blockquote(src));
  }

  nested<Result>(src: string, read: () => Result): Result | undefined {
    if (this.nesting === maxNesting || nestsTooDeep.test(src)) return undefined;
    this.nesting++;
    try {
      return read();
    } finally {
      this.nesting--;
    }
  }

  override fences(src: string) {
    const code = super.fences(src);
    return code && isMarkdown(code.lang) ? withInnerFences(src, code, this.isGrowing) : code;
  }

  /** Only short text has an underline that makes it a heading, because the search for one is repeated from each line. */
  override lheading(src: string) {
    const lines = src.slice(0, maxHeadingLength);
    return super.lheading(src.length > lines.length ? lines.slice(0, lines.lastIndexOf('\n') + 1) : src);
  }

  /** A line that begins with an element within text is text. */
  override html(src: string): Tokens.HTML | undefined {
    if (isInlineElement(src)) return undefined;
    const html = super.html(src);
    // The end of the comment is still to come.
    const isOpen = this.isGrowing && html?.raw.trimStart().startsWith('<!--') && !html.raw.includes('-->');
    return html && isOpen ? { ...html, text: '' } : html;
  }

  /** Emphasis is found for the whole text at once, not from each mark. */
  override emStrong() {
    return undefined;
  }

  override del() {
    return undefined;
  }

  override codespan(src: string): Tokens.Codespan | undefined {
    const code = super.codespan(src);
    if (code || !this.lexer.run.isOpen || !src.startsWith('`')) return code;
    return { type: 'codespan', raw: src, text: src.replace(/^`+/, '') };
  }

  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    const label = this.lexer.run.isOpen ? openLink.exec(src)?.[1] : undefined;
    if (label === undefined) return super.link(src);
    const tokens =
      /^\^|^[ xX]?$/.test(label) || src.startsWith('!')
        ? []
        : this.lexer.readRun({ source: label, isOpen: true, offset: 0 });
    return { type: 'link', raw: src, href: '', text: label, tokens };
  }

  /** A bare link ends before the first punctuation of another script: cmark-gfm #83. */
  override url(src: string): Tokens.Link | undefined {
    const end = src.search(endOfUrl);
    return super.url(end === -1 ? src : src.slice(0, end));
  }
}

const maxInnerFences = 100;

const isMarkdown = (language: string | undefined) => /^(?:markdown|mdx?|[\w.-]+\.mdx?)(?![\w.-])/i.test(language ?? '');

/**
 * Models fence a Markdown file with three backticks although it has such fences inside. Then a fence that names a language
 * opens one, and so does one right above a line, as above the tree of a folder, if two more are to come.
 */
function withInnerFences(src: string, code: Tokens.Code, isGrowing: boolean): Tokens.Code {
  const [opening = '', fence = ''] = /^ {0,3}([`~]{3,})[^\n]*\n?/.exec(src) ?? [];
  const fences: { line: string; isBare: boolean; index: number }[] = [];
  for (const { 0: line, 1: marks = '', 2: info = '', index } of src.matchAll(
    /^ {0,3}(`{3,}|~{3,})([^\n]*)(?:\n|$)/gm,
  )) {
    if (index > 0 && marks.startsWith(fence)) fences.push({ line, isBare: info.trim() === '', index });
    if (fences.length === maxInnerFences) break;
  }
  let bareLeft = fences.filter(({ isBare }) => isBare).length;
  let depth = 0;
  for (const { line, isBare, index } of fences) {
    if (isBare) bareLeft--;
    const isAbove = /^[ \t]*\S/.test(src.slice(index + line.length));
    const mayOpen = isAbove && (isGrowing || bareLeft > 1);
    if (depth === 0 ? !isBare || mayOpen : !isBare) depth++;
    else if (depth > 0) depth--;
    else
      return {
        ...code,
        raw: src.slice(0, index + line.trimEnd().length),
        text: src.slice(opening.length, Math.max(opening.length, index - 1)),
      };
  }
  return isGrowing ? { ...code, raw: src, text: src.slice(opening.length) } : code;
}

/** Masks the formulas of a text, so no mark in them is emphasis. */
function withoutFormulas(source: string, masked: string): string {
  let result = '';
  for (let index = 0; index < source.length;) {
    const start = source.slice(index).search(formulaStart);
    if (start === -1) break;
    const at = index + start;
    const isCode = masked.charAt(at) !== (source.charAt(at) === '$' ? '$' : '+') && masked.charAt(at) !== '\\';
    const formula = isCode ? undefined : readFormula(source.slice(at), source.slice(0, at), false);
    const end = at + (formula?.raw.length ?? 1);
    result += masked.slice(index, at) + (formula ? 'a'.repeat(end - at) : masked.charAt(at));
    index = end;
  }
  return result + masked.slice(result.length);
}

/** A lexer that remembers which top-level block each piece of inline text belongs to, and which piece it reads. */
export class AnswerLexer extends Lexer {
  readonly blockOf = new Map<Token[], number>();
  run: Run = { source: '', isOpen: false, offset: 0 };

  constructor(isGrowing: boolean) {
    const tokenizer = new AnswerTokenizer(isGrowing);
    super({
      gfm: true,
      tokenizer,
      hooks: Object.assign(new Hooks(), { emStrongMask: (masked: string) => tokenizer.lexer.findEmphasis(masked) }),
      extensions: {
        renderers: {},
        childTokens: {},
        block: [
          (src) => readFormulaBlock(src, isGrowing),
          (src) => readFootnote(src, tokenizer.lexer),
          (src) => tokenizer.nested(src, () => readDetails(src, tokenizer.lexer, isGrowing)),
        ],
        startBlock: [(src) => startOfBlock(src, isGrowing)],
        inline: [
          (src) => {
            const { source, isOpen } = tokenizer.lexer.run;
            return readFormula(src, source.slice(0, source.length - src.length), isOpen);
          },
          readFootnoteReference,
          (src) => tokenizer.lexer.readEmphasis(src),
        ],
        startInline: [(src) => startOfInline(src, tokenizer.lexer.run.source)],
      },
    });
  }

  override inline(src: string, tokens: Token[] = []) {
    this.blockOf.set(tokens, this.tokens.length);
    return super.inline(src, tokens);
  }

  override inlineTokens(source: string, tokens: Token[] = []) {
    return this.readRun({ source, isOpen: false, offset: 0 }, tokens);
  }

  /** Reads a piece of inline text. The undecided end of an open one is left out. */
  readRun(run: Run, tokens: Token[] = []) {
    const outer = this.run;
    const source = run.isOpen ? run.source.replace(undecidedEnd, '') : run.source;
    this.run = { ...run, source };
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.run = outer;
    }
  }

  /** @param masked The text that is read, in which links, code and escaped characters are masked. */
  findEmphasis(masked: string): string {
    const { run } = this;
    const marks = withoutFormulas(run.source, masked);
    run.spans ??= spansOf(marks, run.isOpen);
    return marks;
  }

  readEmphasis(src: string): Tokens.Em | Tokens.Strong | Tokens.Del | undefined {
    const { run } = this;
    const start = run.offset + run.source.length - src.length;
    const span = run.spans?.get(start);
    if (span === undefined) return undefined;
    const { type, width, end } = span;
    const text = src.slice(width, end - start);
    const isOpen = run.isOpen && end - start >= src.length;
    const tokens = this.readRun({ ...run, source: text, isOpen, offset: start + width });
    return { type, raw: src.slice(0, end - start + width), text, tokens };
  }
}

const blockStart = /\$\$|(?<=\n) {0,3}(?:\\\[|\\begin\{|\[\^[^\]\n]+\]:|<details[\s>])/g;

/** Returns where a block interrupts a paragraph. Dollars that end a formula of the paragraph begin none. */
function startOfBlock(src: string, isGrowing: boolean) {
  let isInFormula = false;
  const end = src.search(/\n[ \t]*\n/);
  for (const { 0: start, index } of src.matchAll(blockStart)) {
    if (end !== -1 && index > end) break;
    const indent = start === '$$' ? /\n( {0,3})$/.exec(src.slice(Math.max(0, index - 4), index))?.[1] : '';
    if (!isInFormula && indent !== undefined) {
      const line = index - indent.length;
      if (!/[$\\]/.test(start) || readFormulaBlock(src.slice(line), isGrowing)) return line;
    }
    if (start === '$$') isInFormula = !isInFormula;
  }
  return undefined;
}

/** GFM finds `www.` only after a space, but Chinese has none. */
const startOfWww = new RegExp(`(?<=${cjk.source})www\\.`, 'u');

/** Returns where something of ours may begin in `src`, the rest of `source`. */
const startOfInline = (src: string, source: string) => {
  // The character before the rest decides about an address at its start.
  const before = source.slice(0, source.length - src.length).slice(-2);
  const starts = [formulaStart, /\[\^/].map((pattern) => src.search(pattern));
  const found = [...starts, (before + src).search(startOfWww) - before.length].filter((index) => index >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
};

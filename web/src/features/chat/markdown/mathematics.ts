import type { MarkedOptions, Tokens } from 'marked';

/** A longer formula is read as Markdown. The limit bounds the search for the end of each formula. */
const maxLength = 2_000;

/** Brackets and dollars have other uses in Markdown, so they enclose a formula only with a sign that formulas have. */
const hasSign = (formula: string) => /[\\^_={}<>+*/|]/.test(formula);

const inline: readonly [start: string, pattern: RegExp, isSure: boolean][] = [
  ['\\(', /^\\\((?:(?!\n[ \t]*\n)[^])*?\\\)/, true],
  ['\\[', /^\\\[(?:(?!\n[ \t]*\n)[^])*?\\\]/, false],
  ['$$', /^\$\$(?!\$)(?:(?!\n[ \t]*\n)[^])*?[^$]\$\$/, false],
  ['$', /^\$(?![\s$])(?:[^$\n\\]|\\.)*?(?<![\s\\])\$(?![\d$])/, false],
];

function readInline(src: string): Tokens.Codespan | undefined {
  const text = src.slice(0, maxLength);
  for (const [start, pattern, isSure] of inline) {
    if (!text.startsWith(start)) continue;
    const [raw] = pattern.exec(text) ?? [];
    if (raw !== undefined && (isSure || hasSign(raw.slice(start.length, -start.length))))
      return { type: 'codespan', raw, text: raw };
  }
  return undefined;
}

/** A formula in lines of its own ends with its closing line, or with a blank line, as other blocks do. */
const block =
  /^ {0,3}(?:\\\[|\$\$)[ \t]*\n(?:(?![ \t]*\n)[^\n]*(?:\n|$))*?(?: {0,3}[^\n]*(?:\\\]|\$\$)[ \t]*(?:\n|$)|(?=[ \t]*\n|$(?!\n)))/;

function readBlock(src: string): Tokens.Code | undefined {
  const raw = /^ {0,3}(?:\\\[|\$\$)/.test(src) ? block.exec(src)?.[0] : undefined;
  return raw === undefined || raw === '' ? undefined : { type: 'code', raw, lang: 'latex', text: raw.trim() };
}

const startOf = (src: string) => {
  const index = src.search(/\\[([]|\$/);
  return index === -1 ? undefined : index;
};

/** A formula with its delimiters, and without. */
export interface FormulaSource {
  source: string;
  tex: string;
  /** It stands in lines of its own. */
  isDisplay: boolean;
}

const delimiters = [
  ['\\(', '\\)', false],
  ['\\[', '\\]', true],
  ['$$', '$$', true],
  ['$', '$', false],
] as const;

/** Returns the formula of a token, or undefined for other code and for a formula whose end is missing. */
export function formulaOf({ raw, text }: Tokens.Codespan | Tokens.Code): FormulaSource | undefined {
  // The text of other code is without its fence or indentation.
  const source = raw.trim() === text ? text : '';
  const [start, end, isDisplay] = delimiters.find(([first]) => source.startsWith(first)) ?? [];
  if (start === undefined || !source.endsWith(end) || source.length <= start.length + end.length) return undefined;
  if (source.length > maxLength) return undefined;
  return { source, tex: source.slice(start.length, -end.length), isDisplay };
}

/**
 * Formulas in the four delimiters that models write. They are read as code: Markdown would take their backslashes and
 * underscores for its own.
 */
export const mathematics: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  inline: [readInline],
  startInline: [startOf],
  block: [readBlock],
};

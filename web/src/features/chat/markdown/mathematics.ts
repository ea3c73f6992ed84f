/** A formula of an answer, in one of the notations that models write. */
export interface FormulaToken {
  type: 'formula';
  raw: string;
  /** The formula without its delimiters. It is undefined while its end is still to come. */
  tex: string | undefined;
  /** It stands in a line of its own, also if its source is within a sentence. */
  isDisplay: boolean;
  /** It is a block of the answer, not a part of a paragraph. */
  isBlock?: true;
}

/** A longer formula is read as Markdown. The limit bounds the search for the end of each formula. */
const maxLength = 2_000;

/** Text after a lone dollar waits for the closing one only as long as most formulas within a sentence are. */
const maxOpenLength = 120;

/** The environments of amsmath that stand without dollars. */
const environment =
  /^\\begin\{((?:equation|align|aligned|alignat|alignedat|gather|gathered|multline|eqnarray|flalign|split|cases|rcases|dcases|array|[pbBvV]?matrix|smallmatrix|CD)\*?)\}/;

/** The notations whose start is certain. A backslash takes the character after it along, so `\\]` ends no formula. */
const notations = [
  { start: /^\$`/, whole: /^\$`([^`\n]+)`\$/, isDisplay: false },
  { start: /^\\\(/, whole: /^\\\(((?:[^\\]|\\(?!\))[^])*?)\\\)/, isDisplay: false },
  { start: /^\\\[/, whole: /^\\\[((?:[^\\]|\\(?!\])[^])*?)\\\]/, isDisplay: true },
  { start: /^\$\$(?!\$)/, whole: /^\$\$((?:[^\\$]|\\[^]|\$(?!\$))+?)\$\$(?!\$(?!\$))/, isDisplay: true },
] as const;

/** What stands between two pairs of dollars that are no formula's: ratings, prices, and the process that a shell calls so. */
const proseBetween = /^ (?:and|or|to) $|^\d[\d.,]* [a-z]+ $|^ [^=<>+*/()|\n]*[A-Za-z]{3} [A-Za-z]{2}[^=<>+*/()|\n]* $/;

const blankLine = /\n[ \t]*\n/;

/** Returns the formula with a certain start at the beginning of a text, which is without a tex while its end is missing. */
function certainFormula(src: string, isGrowing: boolean): FormulaToken | undefined {
  const text = src.slice(0, maxLength);
  const name = environment.exec(text)?.[1];
  if (name !== undefined) {
    const end = text.indexOf(`\\end{${name}}`);
    const raw = end === -1 ? undefined : text.slice(0, end + `\\end{${name}}`.length);
    return raw === undefined ? openFormula(src, true, isGrowing) : { type: 'formula', raw, tex: raw, isDisplay: true };
  }
  const notation = notations.find(({ start }) => start.test(text));
  if (notation === undefined) return undefined;
  const { isDisplay } = notation;
  const [raw, tex = ''] = notation.whole.exec(text) ?? [];
  if (raw === undefined) return openFormula(src, isDisplay, isGrowing);
  const isProse = raw.startsWith('$$') && !hasSign(tex) && proseBetween.test(tex);
  return tex.trim() === '' || isProse ? undefined : { type: 'formula', raw, tex, isDisplay };
}

const openFormula = (src: string, isDisplay: boolean, isGrowing: boolean): FormulaToken | undefined =>
  isGrowing && src.length < maxLength ? { type: 'formula', raw: src, tex: undefined, isDisplay } : undefined;

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*math[ \t]*\n/;

/** Formulas with a blank line between them become lines of one. Within an environment a blank line separates nothing. */
const withLines = (tex: string) =>
  tex.includes('\\begin{') ? tex : tex.trim().replaceAll(/\n(?:[ \t]*\n)+/g, '\\\\\n');

function fencedFormula(src: string, isGrowing: boolean): FormulaToken | undefined {
  const [raw, , tex = ''] =
    /^ {0,3}(`{3,}|~{3,})[ \t]*math[ \t]*\n([^]*?)\n {0,3}\1[`~]*[ \t]*(?:\n+|$)/.exec(src.slice(0, maxLength)) ?? [];
  return raw === undefined
    ? openFormula(src, true, isGrowing)
    : { type: 'formula', raw, tex: withLines(tex), isDisplay: true, isBlock: true };
}

/** Signs that only formulas have. */
const hasSign = (content: string) => /[\\^_{}]/.test(content);

/** Numbers, single letters and operators, as in "2x + 3" and "0 < x < 1", and numbers in a row, as in "1, 2, 3". */
const isCalculation = (content: string) =>
  (/[=<>+*/×÷±≤≥≠≈-]/.test(content) && !/[A-Za-z]{2}|[^ -~×÷±≤≥≠≈·]/.test(content)) || /^\d+(?:, ?\d+)+$/.test(content);

/** An amount goes on with words. What begins with a number and has no space is a formula, as "2ab" and "5!". */
const isMoney = (content: string) =>
  /^\d/.test(content) && /\s|\p{Script=Han}/u.test(content) && !hasSign(content) && !isCalculation(content);

/** Names of a shell, as in `$HOME/$USER` and `"$a" "$b"`, stand beside another name. So does a formula beside its unit. */
const isName = (content: string) => /^(?:\{?_?[A-Za-z]\w|\()|["'/:.,;&~–—-]$/.test(content);

/** What stands before the first dollar may be a word or an amount that the dollar belongs to. */
const belongsBefore = (before: string, content: string) =>
  /\w$/.test(before) && !/[\\^_]/.test(content) && !/^[A-Za-z](?![A-Za-z])\S*$/.test(content);

/** The words of a formula stand in commands, as `\text{if}`. Other sentences have wandered between two dollars by chance. */
const hasSentence = (content: string) =>
  /[，。；：！？、“”]/.test(content.replaceAll(/\\[a-z]+\s*\{[^{}]*\}/g, '')) || blankLine.test(content);

/** The beginning of a formula. After a number, a space and a word make it a price. */
const mayBeFormula =
  /^\$(?:[^\s\d.,;:!?)$`][^$`]*|\d[\d.,]*(?:\s*|\s*[-+*/=<>×÷^_\\(!][^$`]*|[A-Za-z](?![A-Za-z])[^$`]*))$/;

/**
 * Reads a formula between single dollars, which are also signs of money and of a shell's names: LibreChat #9293 and
 * llama.cpp #16508 have the texts that other clients set by mistake.
 */
function dollarFormula(src: string, before: string, isGrowing: boolean): FormulaToken | undefined {
  const [raw, content = ''] = /^\$((?:[^\\$`]|\\[^])+?)\$(?!\$(?:\$|\s|$))/.exec(src.slice(0, maxLength)) ?? [];
  if (raw === undefined) {
    const isOpen = isGrowing && src.length <= maxOpenLength && mayBeFormula.test(src) && !blankLine.test(src);
    return isOpen ? { type: 'formula', raw: src, tex: undefined, isDisplay: false } : undefined;
  }
  const isApart = /^\s|\s$/.test(content) && !(/^ \S(?:[^]*\S)? $/.test(content) && /[\\^]/.test(content));
  if (isApart || isMoney(content) || hasSentence(content) || /^(?:[,;:!?)\]]|\.(?!\d))/.test(content)) return undefined;
  const goesOn = /^[\w({]/.test(src.slice(raw.length)) && isName(content) && !/[\\^]/.test(content);
  return goesOn || belongsBefore(before, content)
    ? undefined
    : { type: 'formula', raw, tex: content, isDisplay: false };
}

/**
 * Reads the formula at the beginning of a text within a paragraph.
 * @param before The text before it.
 */
export const readFormula = (src: string, before: string, isGrowing: boolean): FormulaToken | undefined => {
  const formula =
    certainFormula(src, isGrowing) ?? (src.startsWith('$') ? dollarFormula(src, before, isGrowing) : undefined);
  return formula?.tex !== undefined && blankLine.test(formula.raw) ? undefined : formula;
};

export const formulaStart = /\\[([]|\$|\\begin\{/;

/** Returns the formula in lines of its own at the beginning of a text. It may have blank lines: Cherry Studio #20588. */
export function readFormulaBlock(src: string, isGrowing: boolean): FormulaToken | undefined {
  if (fence.test(src)) return fencedFormula(src, isGrowing);
  const indent = /^ {0,3}(?=\\\[|\$\$|\\begin\{)/.exec(src)?.[0];
  if (indent === undefined) return undefined;
  const formula = certainFormula(src.slice(indent.length), isGrowing);
  if (formula === undefined) return undefined;
  const rest = src.slice(indent.length + formula.raw.length);
  // The rest of its line is still to come, and may make it a part of a paragraph.
  if (isGrowing && /^[ \t]*$/.test(rest))
    return { type: 'formula', raw: src, tex: undefined, isDisplay: true, isBlock: true };
  const [end] = /^[ \t]*(?:\n+|$)/.exec(rest) ?? [];
  // Text beside a formula makes both a paragraph, which has no blank lines.
  const hasLines = /^(?:\\\[|\$\$)[ \t]*\n|^\\b/.test(formula.raw);
  if (end === undefined || (!hasLines && blankLine.test(formula.raw))) return undefined;
  return { ...formula, isBlock: true, raw: indent + formula.raw + end };
}

import { createElement, Fragment, type ReactNode } from 'react';
import temml from 'temml';
import styles from './formula.module.css';

/** The library exports it for outputs of one's own. */
const { __renderToMathMLTree: parseFormula } = temml;

export interface FormulaSource {
  /** The formula as the answer has it. */
  source: string;
  /** The formula without its delimiters. */
  tex: string;
  /** It stands in lines of its own. */
  isDisplay: boolean;
}

/** A browser would need long to lay out more elements, and React could not render deeper ones. */
const maxElements = 3_000;
const maxDepth = 60;

/**
 * The presentation elements of MathML Core and `menclose`: w3.org/TR/mathml-core/#mathml-elements-and-attributes. A formula
 * with any other element is not set.
 */
const elements = new Set(
  (
    'math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub ' +
    'msubsup msup mtable mtd mtext mtr munder munderover none'
  ).split(' '),
);

/** None of them leads anywhere, loads anything or runs. Colors are left out, because they may not be readable here. */
const attributes = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence form height ' +
    'largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rowspan rspace ' +
    'scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const listOf = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

const entriesOf = (values: unknown) => (isRecord(values) ? Object.entries(values) : []);

/** The inline styles of the library become classes, because the page's policy allows no inline styles. */
const classesOf = (style: unknown) =>
  entriesOf(style).map(([name, value]) => {
    if (name === 'border') return styles['boxed'];
    if (name === 'width') return styles[value === '100%' ? 'whole' : 'half'];
    if (name === 'paddingLeft' || name === 'paddingRight') return styles[`${name}${roundedPadding(String(value))}`];
    return undefined;
  });

/** Returns a padding in half ems, from 0 to 4. Each of them has a class. */
const roundedPadding = (length: string) => {
  const value = Number.parseFloat(length);
  return Math.min(4, Math.round(length.endsWith('pt') ? value / 5 : value * 2));
};

/**
 * Sets a formula as MathML, and hides its source beside it for a selection to copy. Returns undefined for a formula that is
 * not understood, or that is too large.
 */
export function typeset({ source, tex, isDisplay }: FormulaSource): ReactNode {
  const math = mathOf(tex, isDisplay);
  if (math === undefined) return undefined;
  return createElement(
    'span',
    isDisplay
      ? { className: styles['display'], dir: 'ltr', role: 'group', 'aria-label': 'Formula', tabIndex: 0 }
      : { className: styles['formula'], dir: 'ltr' },
    createElement('span', { className: 'unseen', 'aria-hidden': true }, source),
    math,
  );
}

/** The elements are made from the tree of the library, so no HTML of it is parsed. */
function mathOf(tex: string, isDisplay: boolean): ReactNode {
  try {
    const tree: unknown = parseFormula(tex, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      // Definitions that call themselves end here, and no length is over 10 em or 100 pt.
      maxExpand: 200,
      maxSize: [10, 100],
    });
    return elementOf(tree, { elements: 0 }, 0);
  } catch {
    // The library throws for what it does not know, and the browser for a formula that is nested too deeply.
    return undefined;
  }
}

function elementOf(node: unknown, count: { elements: number }, depth: number): ReactNode {
  if (!isRecord(node)) throw new TypeError('no node');
  if (typeof node['text'] === 'string') return node['text'];
  count.elements += 1;
  if (count.elements > maxElements || depth > maxDepth) throw new RangeError('the formula is too large');
  const { type = Fragment } = node;
  const content = listOf(node['children']).map((child) => elementOf(child, count, depth + 1));
  if (type === Fragment) return createElement(Fragment, {}, ...content);
  if (typeof type !== 'string' || !elements.has(type)) throw new TypeError('an element without a place here');
  const names = [...listOf(node['classes']).filter(isKnownClass), ...classesOf(node['style'])];
  const className = names.filter((name) => name !== undefined).join(' ');
  return createElement(
    type,
    {
      ...Object.fromEntries(entriesOf(node['attributes']).filter(([name]) => attributes.has(name))),
      ...(className !== '' && { className }),
    },
    ...content,
  );
}

const isKnownClass = (name: unknown): name is string => typeof name === 'string' && /^tml-[a-z]+$/.test(name);

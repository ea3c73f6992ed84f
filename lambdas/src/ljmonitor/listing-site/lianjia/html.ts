import { type Document, DomHandler, Element, type ParentNode, Text } from 'domhandler';
import { Parser } from 'htmlparser2';

export type { Element };

type Test = (element: Element) => boolean;

/** The recorded pages have at most 2,208 elements, 15 deep, with 3,775 attributes. */
const maxNodes = 30_000;
const maxAttributes = 60_000;
const maxDepth = 100;

/** The page is so large or deep that reading it would take a worker's whole time or stack. */
class PageTooComplex extends Error {}

/**
 * Refuses a tree that is too large before it is built, and keeps only the parts that are wanted, with what is around them: most
 * of a page is filters, footers and scripts, whose tree would take several times the memory of its houses.
 */
class BoundedHandler extends DomHandler {
  private readonly isWanted: Test;
  private nodes = 0;
  private attributes = 0;
  private depth = 0;
  /** The number of open elements from the outermost wanted one on. */
  private wantedDepth = 0;

  constructor(isWanted: Test) {
    super(undefined, { withStartIndices: true, withEndIndices: true });
    this.isWanted = isWanted;
  }

  private countNode() {
    this.nodes += 1;
    if (this.nodes > maxNodes) throw new PageTooComplex();
  }

  override onopentag(name: string, attributes: Record<string, string>) {
    this.countNode();
    this.depth += 1;
    if (this.depth > maxDepth) throw new PageTooComplex();
    super.onopentag(name, attributes);
    const opened = this.tagStack.at(-1);
    if (this.wantedDepth > 0 || (opened instanceof Element && this.isWanted(opened))) this.wantedDepth += 1;
  }

  /** The parser calls it for each attribute before the element is opened. */
  onattribute() {
    this.attributes += 1;
    if (this.attributes > maxAttributes) throw new PageTooComplex();
  }

  override onclosetag() {
    this.depth -= 1;
    const closed = this.tagStack.at(-1);
    super.onclosetag();
    if (this.wantedDepth > 0) this.wantedDepth -= 1;
    else if (closed instanceof Element && childrenOf(closed).length === 0) dropLast(closed.parent);
  }

  override ontext(data: string) {
    if (this.wantedDepth > 0) super.ontext(data);
  }

  override oncomment() {
    this.countNode();
  }

  override oncommentend() {
    // No comment was begun.
  }

  override onprocessinginstruction() {
    this.countNode();
  }
}

function dropLast(parent: ParentNode | null) {
  parent?.children.pop();
  const last = parent?.children.at(-1);
  if (last) last.next = null;
}

/**
 * Parses the wanted elements, and the elements that they are in. Closes open elements as a browser does. Returns undefined for a
 * page that is too large or too deep.
 */
export function parseHtml(html: string, isWanted: Test): Document | undefined {
  const handler = new BoundedHandler(isWanted);
  try {
    new Parser(handler).end(html);
    return handler.root;
  } catch (error) {
    if (error instanceof PageTooComplex) return undefined;
    throw error;
  }
}

/** Returns the markup of an element, as far as the page has it. */
export const sourceOf = (html: string, { startIndex, endIndex }: Element) =>
  html.slice(startIndex ?? 0, (endIndex ?? html.length) + 1);

export const childrenOf = (place: ParentNode): Element[] => place.children.filter((child) => child instanceof Element);

const never = () => false;

/** Finds the first match in document order, and looks into no element that is to be skipped. */
export function find(place: ParentNode | undefined, test: Test, isSkipped: Test = never): Element | undefined {
  if (!place) return undefined;
  for (const child of place.children) {
    if (!(child instanceof Element) || isSkipped(child)) continue;
    const found = test(child) ? child : find(child, test, isSkipped);
    if (found) return found;
  }
  return undefined;
}

export function findAll(place: ParentNode | undefined, test: Test, found: Element[] = []): Element[] {
  if (!place) return found;
  for (const child of place.children) {
    if (!(child instanceof Element)) continue;
    if (test(child)) found.push(child);
    findAll(child, test, found);
  }
  return found;
}

/** Finds the matches that are in no other match, so that what is in them is read once. */
export const findOutermost = (place: ParentNode, test: Test): Element[] =>
  place.children.flatMap((child) =>
    child instanceof Element ? (test(child) ? [child] : findOutermost(child, test)) : [],
  );

export const attribute = (element: Element | undefined, name: string): string => element?.attribs[name] ?? '';

export const isTag =
  (tag: string): Test =>
  (element) =>
    element.name === tag;

/** Matches a class by name, also with a number after it, because the site numbers variants ('totalPrice2'). */
export const hasClass = (word: string): Test => {
  const pattern = new RegExp(`(^|\\s)${word}\\d*(\\s|$)`);
  return (element) => {
    const classes = attribute(element, 'class');
    return classes.includes(word) && pattern.test(classes);
  };
};

/** Returns the text of an element. `instead` may replace the text of a descendant, for separators and for omissions. */
export function textOf(
  place: Element | undefined,
  instead: (element: Element) => string | undefined = () => undefined,
): string {
  if (!place || place.name === 'script' || place.name === 'style') return '';
  let text = '';
  for (const child of place.children) {
    if (child instanceof Element) text += instead(child) ?? textOf(child, instead);
    else if (child instanceof Text) text += child.data;
  }
  return text;
}

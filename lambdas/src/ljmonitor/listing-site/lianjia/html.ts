import { type Document, DomHandler, Element, type ParentNode, Text } from 'domhandler';
import { Parser } from 'htmlparser2';

export type { Element };

type Test = (element: Element) => boolean;

/** The recorded pages have at most 2,208 elements, 15 deep. */
const maxNodes = 30_000;
const maxDepth = 200;

/** The page is so large or deep that reading it would take a worker's whole time or stack. */
class PageTooComplex extends Error {}

/** Refuses a tree that is too large before it is built. */
class BoundedHandler extends DomHandler {
  private nodes = 0;
  private depth = 0;

  constructor() {
    super(undefined, { withStartIndices: true, withEndIndices: true });
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
  }

  override onclosetag() {
    this.depth -= 1;
    super.onclosetag();
  }

  override oncomment(data: string) {
    this.countNode();
    super.oncomment(data);
  }

  override onprocessinginstruction(name: string, data: string) {
    this.countNode();
    super.onprocessinginstruction(name, data);
  }
}

/** Closes open elements as a browser does. Returns undefined for a page that is too large or too deep. */
export function parseHtml(html: string): Document | undefined {
  const handler = new BoundedHandler();
  try {
    new Parser(handler).end(html);
    return handler.root;
  } catch (error) {
    if (error instanceof PageTooComplex) return undefined;
    throw error;
  }
}

/** The markup of an element, as far as the page has it. */
export const sourceOf = (html: string, { startIndex, endIndex }: Element) =>
  html.slice(startIndex ?? 0, (endIndex ?? html.length) + 1);

export const childrenOf = (place: ParentNode): Element[] => place.children.filter((child) => child instanceof Element);

/** Finds the first match in document order. */
export function find(place: ParentNode | undefined, test: Test): Element | undefined {
  if (!place) return undefined;
  for (const child of place.children) {
    if (!(child instanceof Element)) continue;
    const found = test(child) ? child : find(child, test);
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

export const hasAncestor = ({ parent }: Element, test: Test): boolean =>
  parent instanceof Element && (test(parent) || hasAncestor(parent, test));

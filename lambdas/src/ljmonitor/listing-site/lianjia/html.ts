import { type Document, Element, type ParentNode, Text } from 'domhandler';
import { parseDocument } from 'htmlparser2';

export type { Element };

type Test = (element: Element) => boolean;

/** Closes open elements as a browser does. */
export const parseHtml = (html: string): Document => parseDocument(html);

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

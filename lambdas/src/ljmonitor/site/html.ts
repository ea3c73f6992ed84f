import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** An element, or the document itself. */
export type Place = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;

type Test = (element: Element) => boolean;

/** As browsers read it, however many elements were left open. */
export const parseHtml = (html: string): Place => parse(html);

export const childrenOf = (place: Place): Element[] => place.childNodes.filter((child) => 'tagName' in child);

/** The first that passes, in the order of the document. */
export function find(place: Place | undefined, test: Test): Element | undefined {
  if (!place) return undefined;
  for (const child of place.childNodes) {
    if (!('tagName' in child)) continue;
    const found = test(child) ? child : find(child, test);
    if (found) return found;
  }
  return undefined;
}

export function findAll(place: Place | undefined, test: Test, found: Element[] = []): Element[] {
  if (!place) return found;
  for (const child of place.childNodes) {
    if (!('tagName' in child)) continue;
    if (test(child)) found.push(child);
    findAll(child, test, found);
  }
  return found;
}

export const attribute = (element: Element | undefined, name: string): string =>
  element?.attrs.find((each) => each.name === name)?.value ?? '';

export const isTag =
  (tag: string): Test =>
  (element) =>
    element.tagName === tag;

/** One of its classes is this word, or begins with it where the site numbers its variants ('totalPrice2'). */
export const hasClass = (word: string): Test => {
  const pattern = new RegExp(`(^|\\s)${word}\\d*(\\s|$)`);
  return (element) => {
    const classes = attribute(element, 'class');
    return classes.includes(word) && pattern.test(classes);
  };
};

/** The words inside. `instead` may say something else for an element: what divides, and what is to be left out. */
export function textOf(
  place: Element | undefined,
  instead: (element: Element) => string | undefined = () => undefined,
): string {
  if (!place || place.tagName === 'script' || place.tagName === 'style') return '';
  let text = '';
  for (const child of place.childNodes) {
    if ('tagName' in child) text += instead(child) ?? textOf(child, instead);
    else if ('value' in child) text += child.value;
  }
  return text;
}

export const hasAncestor = ({ parentNode }: Element, test: Test): boolean =>
  parentNode !== null && 'tagName' in parentNode && (test(parentNode) || hasAncestor(parentNode, test));

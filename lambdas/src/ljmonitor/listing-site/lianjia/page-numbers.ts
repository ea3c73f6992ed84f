import { type Element, find, hasClass, isTag, sourceOf, textOf } from './html.ts';
import { normalizeText } from '../../text.ts';
import { parseCount } from './numbers.ts';

/** Finds the number of houses in 「共找到 12 套」. */
export function totalIn(summary: Element | undefined): number | undefined {
  const total = find(summary, hasClass('total')) ?? summary;
  const words = /共(?:找到|有)?\D{0,20}(\d[\d,]*)/.exec(normalizeText(textOf(total)))?.[1];
  return parseCount(textOf(find(total, isTag('span')))) ?? parseCount(words ?? '');
}

/** Finds a number in the pager's JSON. It is searched as text, because some copies of a page mangle the quotes. */
export const countAfter = (name: string, pager: string) =>
  parseCount(new RegExp(`${name}\\W+(\\d+)`, 'i').exec(pager)?.[1] ?? '');

/** Returns true for a row that the page ends in. */
export const isCutOff = (html: string, row: Element) => !/<\/li\s*>$/i.test(sourceOf(html, row));

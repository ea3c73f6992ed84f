import { type Element, find, hasClass, sourceOf, textOf } from './html.ts';
import { normalizeText } from '../../text.ts';
import { parseCount } from './numbers.ts';

/**
 * Finds the number of houses in 「共找到 12 套」. The whole text is read, and has to be one plain number: of 「1 000 套」, 「1.2万套」 or
 * 「3*0套」 no part is a total. A part that is 0 would say that all houses are gone.
 */
export function totalIn(summary: Element | undefined): number | undefined {
  const total = find(summary, hasClass('total')) ?? summary;
  return parseCount(plainTotal.exec(normalizeText(textOf(total).slice(0, maxSummaryLength)))?.[1] ?? '');
}

const maxSummaryLength = 500;

const plainTotal = /(?:^|[共到有])[\p{Script=Han}:\s]{0,20}([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*|0)\s?(?:[套条个]|$)/u;

/** Finds a number in the pager's JSON, and none behind a minus. It is searched as text, because some copies of a page mangle the quotes. */
export const countAfter = (name: string, pager: string) =>
  parseCount(new RegExp(`${name}[^\\w-]+(\\d+)`, 'i').exec(pager)?.[1] ?? '');

/** The site shows no page after the hundredth. */
export const maxPages = 100;

/** Finds the number of pages. An empty list may have a pager of 0 pages, and is a page all the same. */
export function pagesIn(pager: string): number | undefined {
  const pages = countAfter('totalPage', pager);
  return pages === undefined ? undefined : Math.min(Math.max(pages, 1), maxPages);
}

/** Returns true for a row that the page ends in. */
export const isCutOff = (html: string, row: Element) => !/<\/li\s*>$/i.test(sourceOf(html, row));

import { attribute, childrenOf, type Element, find, findAll, hasClass, isTag, parseHtml, textOf } from './html.ts';
import type { SoldPage, SoldRow } from '../sold-pages.ts';
import { foldWhitespace } from '../../text.ts';
import { countAfter, isCutOff, pagesIn, totalIn } from './page-numbers.ts';
import { refusalOfBody, refusalOfTitle } from './refusal.ts';
import { isSoldRow, parseSoldRow } from './sold-row.ts';

/** The site shows 30 houses on a page, and a transaction takes 100 writes. */
const maxRows = 90;

/** Parses a page of sold houses of any city. A page that it does not understand is 'unknown'. */
export function parseSoldPage(html: string): SoldPage {
  const document = parseHtml(html, isRead);
  if (!document) return unknownPage;
  const refusal = refusalOfTitle(foldWhitespace(textOf(find(document, isTag('title')))));
  const list = find(document, (element) => element.name === 'ul' && hasClass('listContent')(element));
  const pager = attribute(find(document, hasClass('house-lst-page-box')), 'page-data');
  const declaredTotal = totalIn(find(document, hasClass('resultDes')));
  const isEmpty = declaredTotal === 0 || (!declaredTotal && find(document, hasClass('m-noresult')) !== undefined);
  const items = list && !isEmpty && !refusal ? childrenOf(list).filter(isSoldRow) : [];
  if (items.length > maxRows) return unknownPage;
  const rows = items.flatMap((item) => (isCutOff(html, item) ? [] : (parseSoldRow(item) ?? [])));
  return {
    class: refusal ?? (isEmpty ? 'empty' : list ? 'list' : (refusalOfBody(html) ?? 'unknown')),
    declaredTotal: isEmpty ? 0 : declaredTotal,
    page: countAfter('curPage', pager),
    totalPages: pagesIn(pager),
    rows: distinctRows(rows),
    unreadable: items.length - rows.length,
    resblockId: communityIn(find(document, hasClass('crumbs'))),
  };
}

/** Returns whether the parser reads this part of a page. */
const isRead = (element: Element) =>
  element.name === 'title' ||
  /listContent|house-lst-page-box|resultDes|m-noresult|crumbs/.test(attribute(element, 'class'));

const unknownPage: SoldPage = {
  class: 'unknown',
  declaredTotal: undefined,
  page: undefined,
  totalPages: undefined,
  rows: [],
  unreadable: 0,
  resblockId: undefined,
};

/** A house that was sold twice has two rows, with different dates. */
const distinctRows = (rows: readonly SoldRow[]) => [
  ...new Map(rows.map((row) => [`${row.houseId} ${row.date}`, row])).values(),
];

const communityLink = /^(?:(?:https?:)?\/\/[^/]*)?\/chengjiao\/(?:pg\d+)?c(\d{6,24})\/?$/;

const communityIn = (crumbs: Element | undefined) =>
  findAll(crumbs, isTag('a')).flatMap((link) => communityLink.exec(attribute(link, 'href'))?.[1] ?? [])[0];

import { attribute, childrenOf, type Element, find, findAll, hasClass, isTag, parseHtml, textOf } from './html.ts';
import type { ListPage, ListRow } from '../site-adapter.ts';
import { nameOf, parseListRow, saysPrice } from './list-row.ts';
import { refusalOfBody, refusalOfTitle } from './refusal.ts';
import { foldWhitespace } from '../../text.ts';
import { countAfter, isCutOff, pagesIn, totalIn } from './page-numbers.ts';

/** The site shows 30 houses on a page. The ids of a hundred pages that a person hands in fit into one item. */
const maxRows = 60;

/** Parses a list page of any city, with current or older markup. A page that it does not understand is 'unknown'. */
export function parseListPage(html: string): ListPage {
  const document = parseHtml(html, isRead);
  if (!document) return { ...unknownPage, isTooComplex: true };
  const title = foldWhitespace(textOf(find(document, isTag('title'))));
  const elements = findAll(document, ({ attribs }) => Object.keys(attribs).length > 0);
  const first = (test: (element: Element) => boolean) => elements.find(test);

  const list = find(document, isList, isAside);
  const pager = attribute(first(hasClass('house-lst-page-box')), 'page-data');
  const declaredTotal = totalIn(first(hasClass('resultDes')));
  const noResult = first(hasClass('m-noresult')) !== undefined && !declaredTotal;
  // A page that says 0 may list houses of other communities. If it lists those of its own, it contradicts itself.
  const rows = list && !noResult ? rowsOf(list, html) : [];
  if (rows.length > maxRows) return unknownPage;
  return {
    class: refusalOfTitle(title) ?? classOf(html, list, noResult || declaredTotal === 0),
    declaredTotal: noResult ? 0 : declaredTotal,
    page: countAfter('curPage', pager),
    totalPages: pagesIn(pager),
    rows,
    ...breadcrumb(first(hasClass('crumbs'))),
  };
}

/** Returns whether the parser reads this part of a page. */
const isRead = (element: Element) =>
  element.name === 'title' ||
  /sellListContent|house-lst-page-box|resultDes|m-noresult|crumbs/.test(attribute(element, 'class'));

const unknownPage: ListPage = {
  class: 'unknown',
  declaredTotal: undefined,
  page: undefined,
  totalPages: undefined,
  rows: [],
  resblockId: undefined,
  names: { name: '', districtName: '', bizcircleName: '' },
};

function classOf(html: string, list: Element | undefined, isEmpty: boolean): ListPage['class'] {
  if (isEmpty) return 'empty';
  return list ? 'list' : (refusalOfBody(html) ?? 'unknown');
}

/**
 * One row may have nothing in the place of its price. When no row of a page has anything there, the site has changed its markup,
 * and the prices are not read.
 */
function rowsOf(list: Element, html: string): ListRow[] {
  const items = childrenOf(list).filter(isTag('li'));
  const rows = items.flatMap((item, index) => {
    const row = parseListRow(item);
    // The last row of a page that was cut off may have half a price.
    const isCut = index === items.length - 1 && isCutOff(html, item);
    return row ? [{ ...row, price: isCut ? undefined : row.price }] : [];
  });
  const hasPrices = rows.length < 2 || items.some(saysPrice);
  return rows.map((row) => ({ ...row, price: hasPrices ? row.price : undefined }));
}

const hasListClass = hasClass('sellListContent');
const isList = (element: Element) => element.name === 'ul' && hasListClass(element);

const isRecommendation = hasClass('recommendList');
/** The site shows houses of other communities in a second list, under 「猜你喜欢」. */
const isAside = (element: Element) =>
  /^(lessResult|noResult)/.test(attribute(element, 'id')) || isRecommendation(element);

/** Parses 北京房产网 > 北京二手房 > 东城二手房 > 安定门二手房 > 六铺炕二手房出售 from the link after the city's on. */
function breadcrumb(crumbs: Element | undefined) {
  const steps = findAll(crumbs, isTag('a')).map((link) => ({
    name: nameOf(link).replace(/二手房(出售|信息|房源)?$/, ''),
    path: attribute(link, 'href').replace(/^(https?:)?\/\/[^/]*/, ''),
  }));
  const city = steps.findIndex(({ path }) => /^\/ershoufang\/?$/.test(path));
  const community = steps.findLast(({ path }) => communityLink.test(path));
  const areas = steps
    .slice(city + 1)
    .filter((step) => step !== community && /^\/ershoufang\/[^/]+\/?$/.test(step.path));
  return {
    resblockId: communityLink.exec(community?.path ?? '')?.[1],
    names: {
      name: community?.name ?? '',
      districtName: community ? (areas[0]?.name ?? '') : '',
      bizcircleName: community ? (areas[1]?.name ?? '') : '',
    },
  };
}

/** Matches `/ershoufang/c111…/`, also with a page number and an order: `/ershoufang/pg2co32c111…/`. */
const communityLink = /^\/ershoufang\/(?:[^/]*[^/a-z])?c(\d{6,24})\/?(?:[?#]|$)/;

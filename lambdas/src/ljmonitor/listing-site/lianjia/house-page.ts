import type { HousePage } from '../site-adapter.ts';
import { foldWhitespace } from '../../text.ts';
import { attribute, type Element, find, findAll, hasClass, isTag, parseHtml, textOf } from './html.ts';
import { refusalOfBody, refusalOfTitle } from './refusal.ts';

/**
 * Finds the community on the page of a house: the link beside 「小区名称」 and the last step of the breadcrumb. Both are on the
 * recorded pages of Lianjia (2025) and of its sister site (2024). A page on which they differ is not understood.
 */
export function parseHousePage(html: string): HousePage {
  const document = parseHtml(html, isRead);
  const title = foldWhitespace(textOf(document && find(document, isTag('title'))));
  const refusal = refusalOfTitle(title);
  if (!document || refusal) return { ...unknownPage, class: refusal ?? 'unknown' };

  const name = find(find(document, hasClass('aroundInfo')), hasClass('communityName'));
  const [named, ...others] = new Set([...idsIn(name, neighborhood), ...idsIn(breadcrumb(document), community)]);
  if (named === undefined || others.length > 0) return { ...unknownPage, class: refusalOfBody(html) ?? 'unknown' };
  const record = textOf(find(find(document, hasClass('houseRecord')), hasClass('info')));
  return { class: 'house', houseId: /\d{6,24}/.exec(record)?.[0], resblockId: named };
}

/** Returns whether the parser reads this part of a page. */
const isRead = (element: Element) =>
  element.name === 'title' || /aroundInfo|intro/.test(attribute(element, 'class')) || isBreadcrumb(element);

const unknownPage: HousePage = { class: 'unknown', houseId: undefined, resblockId: undefined };

const neighborhood = /\/xiaoqu\/(\d{6,24})(?!\d)/;
const community = /\/ershoufang\/c(\d{6,24})\/?$/;

const isBreadcrumb = (element: Element) => attribute(element, 'mod-id') === 'lj-common-bread';

/** Its class names differ from those of a list: `<div class="intro clear" mod-id="lj-common-bread">`. */
const breadcrumb = (document: Parameters<typeof find>[0]) =>
  find(document, isBreadcrumb) ?? find(find(document, hasClass('intro')), hasClass('l-txt'));

const idsIn = (place: Element | undefined, target: RegExp) =>
  findAll(place, isTag('a')).flatMap((link) => target.exec(attribute(link, 'href'))?.[1] ?? []);

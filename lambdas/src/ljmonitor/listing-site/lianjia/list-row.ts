import { listingId } from 'shared-types/rules/monitor/listing-id';
import { factsOf } from 'shared-types/rules/monitor/house-facts';
import { attribute, type Element, find, findAll, findOutermost, hasClass, isTag, textOf } from './html.ts';
import type { ListRow } from '../site-adapter.ts';
import { foldWhitespace } from '../../text.ts';
import { parseTotalPrice, parseUnitPrice, unitPricesIn, wanToYuan } from './numbers.ts';

const houseLink = /\/ershoufang\/(\d{6,24})\.html/;
const resblockLink = /\/xiaoqu\/(\d{6,24})(?!\d)/;

const maxNameLength = 100;

/** Returns undefined for advertisements and separators. */
export function parseListRow(item: Element): ListRow | undefined {
  if (/daoliu/.test(attribute(item, 'class'))) return undefined;
  const title = find(item, hasClass('title'));
  const link = linkTo(title, houseLink) ?? linkTo(item, houseLink);
  const houseId = houseLink.exec(attribute(link, 'href'))?.[1];
  if (houseId === undefined) return undefined;

  const position = find(item, hasClass('positionInfo'));
  const details = find(item, hasClass('houseInfo'));
  const region = linkTo(position, resblockLink) ?? linkTo(details, resblockLink) ?? linkTo(item, resblockLink);
  const unitPrice = find(item, hasClass('unitPrice'));
  const shown = textOf(find(title, isTag('a')));
  const words = {
    title: foldWhitespace(shown) === '' ? attribute(link, 'title') : shown,
    description: [...parts(details), ...floorAndYear(position)].join(' | '),
    tags: tagsOf(item),
  };
  const total = find(item, hasClass('totalPrice'));
  const price = priceOf(total);
  // The text is parsed, because the attribute next to it is 0 on some pages.
  const perArea = parseUnitPrice(priceText(unitPrice)) ?? parseUnitPrice(unitPricesIn(priceText(total))) ?? 0;
  const isWhole =
    !isGarbled([words.title, words.description, ...words.tags, priceText(total), priceText(unitPrice)]) &&
    isOneHouse(item, houseId, houseLink) &&
    !isContradiction(price, perArea, words.description);
  return {
    houseId,
    resblockId: resblockLink.exec(attribute(region, 'href'))?.[1] ?? resblockAttribute(item, unitPrice),
    resblockName: nameOf(region),
    bizcircleName: nameOf(linkTo(position, /\/ershoufang\/[a-z][\w-]*\/?$/)),
    ...words,
    title: foldWhitespace(words.title),
    price: isWhole ? price : undefined,
    unitPrice: perArea,
  };
}

/** Returns the text of a link, as long as a name of a place may be. */
export const nameOf = (link: Element | undefined) => foldWhitespace(textOf(link)).slice(0, maxNameLength);

/** Finds bytes that are no text in the page's charset. Such a house is not stored. */
export const isGarbled = (texts: string[]) => texts.some((text) => /[\ufffd\u0080-\u009f]/.test(text));

/** Picture and title must link to the same house. If they do not, the markup between two rows was lost. */
export const isOneHouse = (item: Element, houseId: string, link: RegExp) =>
  findAll(item, isTag('a'))
    .flatMap((each) => link.exec(attribute(each, 'href'))?.[1] ?? [])
    .every((id) => id === houseId);

/** The site rounds both prices. On the recorded pages they differ by less than one percent from each other. */
const maxContradiction = 0.05;

/** Returns true when price, area and unit price cannot all be right, because one of them lost a digit. */
export function isContradiction(price: number | null | undefined, unitPrice: number, description: string): boolean {
  const { area } = factsOf(description);
  if (!price || area === undefined || unitPrice === 0) return false;
  return Math.abs(wanToYuan(price) / area / unitPrice - 1) > maxContradiction;
}

export const linkTo = (place: Element | undefined, target: RegExp) =>
  find(place, (element) => element.name === 'a' && target.test(attribute(element, 'href')));

function resblockAttribute(item: Element, unitPrice: Element | undefined): string | undefined {
  const action = find(item, (element) => /resblock_id=\d/.test(attribute(element, 'data-action')));
  const given = [
    attribute(item, 'data-lj_action_resblock_id'),
    attribute(unitPrice, 'data-rid'),
    /resblock_id=(\d+)/.exec(attribute(action, 'data-action'))?.[1] ?? '',
  ];
  return given.find((id) => listingId.test(id));
}

const isDivider = hasClass('divide');
/** These parts change from day to day while the house stays the same, so the description leaves them out. */
const isVolatile = (element: Element) => /^(followInfo|timeInfo|tag|priceInfo)\b/.test(attribute(element, 'class'));

/** The markup of 2018 separates parts with elements, today's with '|'. */
const separatorOf = (element: Element) => (isDivider(element) ? '|' : isVolatile(element) ? '' : undefined);

/** The recorded pages have at most 60 characters in the place of a price or details. */
const maxDetailsLength = 2000;
const maxPriceLength = 200;

/** Returns the text in the place of a price. */
export const priceText = (place: Element | undefined) => textOf(place).slice(0, maxPriceLength);

const partsOf = (text: string) => text.split('|').map(foldWhitespace).filter(Boolean);

const parts = (details: Element | undefined) => partsOf(textOf(details, separatorOf).slice(0, maxDetailsLength));

/** Old pages have floor and year next to the link to the neighbourhood. Current pages have only links there. */
const floorAndYear = (position: Element | undefined) =>
  partsOf(textOf(position, (element) => (element.name === 'a' ? '' : separatorOf(element))).slice(0, maxDetailsLength))
    .map((part) => part.replace(/^[-–—\s]+|(?<![-–—\s])[-–—\s]+$/g, ''))
    .filter(Boolean);

function tagsOf(item: Element): string[] {
  const spans = findOutermost(item, hasClass('tag')).flatMap((tag) => findAll(tag, isTag('span')));
  const leaves = spans.filter((span) => !find(span, isTag('span')));
  return [...new Set(leaves.map((span) => foldWhitespace(textOf(span))).filter(Boolean))];
}

/** Returns whether a row shows a price, or says that it has none: 「暂无数据」, 「--」. The unit, or a price of 0, says nothing. */
export const saysPrice = (item: Element) =>
  /[^\s0.,:¥万亿元参考价约起]/u.test(priceText(find(item, hasClass('totalPrice'))).normalize('NFKC'));

/** The number has its own span. The texts around it ('参考价:', '万') may be in other spans. */
function priceOf(total: Element | undefined): number | null | undefined {
  if (!total) return null;
  const whole = priceText(total);
  const number = findAll(total, isTag('span'))
    .map(priceText)
    .find((text) => /\d/.test(text.normalize('NFKC')) && whole.includes(text));
  const price = parseTotalPrice(whole);
  return number === undefined || price === null ? price : parseTotalPrice(whole.slice(whole.indexOf(number)));
}

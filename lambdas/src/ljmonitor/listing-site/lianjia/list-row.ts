import { attribute, type Element, find, findAll, hasClass, isTag, textOf } from './html.ts';
import type { ListRow } from '../site-adapter.ts';
import { folded, totalPriceIn, unitPriceIn } from '../../text.ts';

const houseLink = /\/ershoufang\/(\d{6,24})\.html/;
const resblockLink = /\/xiaoqu\/(\d{6,24})(?!\d)/;

/** A list item that is a house. Advertisements, and what stands between houses, are none. */
export function readRow(item: Element): ListRow | undefined {
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
    title: folded(shown) === '' ? attribute(link, 'title') : shown,
    description: [...parts(details), ...floorAndYear(position)].join(' | '),
    tags: tagsOf(item),
  };
  const isWhole = !isGarbled([words.title, words.description, ...words.tags]) && isOneHouse(item, houseId);
  return {
    houseId,
    resblockId: resblockLink.exec(attribute(region, 'href'))?.[1] ?? resblockAttribute(item, unitPrice),
    resblockName: folded(textOf(region)),
    bizcircleName: folded(textOf(linkTo(position, /\/ershoufang\/[a-z][\w-]*\/?$/))),
    ...words,
    title: folded(words.title),
    price: isWhole ? priceOf(find(item, hasClass('totalPrice'))) : undefined,
    // Always from the words: the attribute beside them is 0 on some pages.
    unitPrice: unitPriceIn(textOf(unitPrice)) ?? 0,
  };
}

/** Bytes that were no text in the page's charset, or of another one: rather no house than a garbled one. */
const isGarbled = (texts: string[]) => texts.some((text) => /[\ufffd\u0080-\u009f]/.test(text));

/** Its picture and its title lead to the same house; where they do not, something between two rows was lost. */
const isOneHouse = (item: Element, houseId: string) =>
  findAll(item, isTag('a'))
    .flatMap((link) => houseLink.exec(attribute(link, 'href'))?.[1] ?? [])
    .every((id) => id === houseId);

const linkTo = (place: Element | undefined, target: RegExp) =>
  find(place, (element) => element.name === 'a' && target.test(attribute(element, 'href')));

function resblockAttribute(item: Element, unitPrice: Element | undefined): string | undefined {
  const action = find(item, (element) => /resblock_id=\d/.test(attribute(element, 'data-action')));
  const given = [
    attribute(item, 'data-lj_action_resblock_id'),
    attribute(unitPrice, 'data-rid'),
    /resblock_id=(\d+)/.exec(attribute(action, 'data-action'))?.[1] ?? '',
  ];
  return given.find((id) => /^\d{6,24}$/.test(id));
}

const isDivider = hasClass('divide');
/** What changes from day to day while the house stays the same, and never belongs to its description. */
const isVolatile = (element: Element) => /^(followInfo|timeInfo|tag|priceInfo)\b/.test(attribute(element, 'class'));

/** 2018 divides with elements, today with '|'. */
const divided = (element: Element) => (isDivider(element) ? '|' : isVolatile(element) ? '' : undefined);

const partsOf = (text: string) => text.split('|').map(folded).filter(Boolean);

const parts = (details: Element | undefined) => partsOf(textOf(details, divided));

/** Old pages say floor and year beside the link to the neighbourhood; today only links stand there. */
const floorAndYear = (position: Element | undefined) =>
  partsOf(textOf(position, (element) => (element.name === 'a' ? '' : divided(element))))
    .map((part) => part.replace(/^[-–—\s]+|[-–—\s]+$/g, ''))
    .filter(Boolean);

function tagsOf(item: Element): string[] {
  const spans = findAll(item, hasClass('tag')).flatMap((tag) => findAll(tag, isTag('span')));
  const leaves = spans.filter((span) => !find(span, isTag('span')));
  return [...new Set(leaves.map((span) => folded(textOf(span))).filter(Boolean))];
}

/** The number stands in a span of its own; the words around it ('参考价:', '万') stand in others, or in none. */
function priceOf(total: Element | undefined): number | undefined {
  if (!total) return undefined;
  const whole = textOf(total);
  const number = findAll(total, isTag('span'))
    .map((span) => textOf(span))
    .find((text) => /\d/.test(text.normalize('NFKC')));
  if (number === undefined) return totalPriceIn(whole);
  return totalPriceIn(whole.slice(whole.indexOf(number)));
}

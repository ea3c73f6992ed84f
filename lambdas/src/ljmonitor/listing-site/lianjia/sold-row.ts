import { attribute, type Element, find, hasClass, isTag, textOf } from './html.ts';
import type { SoldRow } from '../sold-pages.ts';
import { foldWhitespace, normalizeText } from '../../text.ts';
import { isContradiction, isGarbled, isOneHouse, linkTo, priceText } from './list-row.ts';
import { parseTotalPrice, parseUnitPrice, unitPricesIn } from './numbers.ts';

const soldLink = /\/chengjiao\/(\d{6,24})\.html/;

/** Returns false for advertisements and separators. */
export const isSoldRow = (element: Element) =>
  isTag('li')(element) && !/daoliu/.test(attribute(element, 'class')) && linkTo(element, soldLink) !== undefined;

/** Returns undefined for a row that cannot be read, because the text is garbled or its values contradict each other. */
export function parseSoldRow(item: Element): SoldRow | undefined {
  const link = linkTo(find(item, hasClass('title')), soldLink) ?? linkTo(item, soldLink);
  const houseId = soldLink.exec(attribute(link, 'href'))?.[1];
  const title = foldWhitespace(textOf(link));
  const text = (name: string) => normalizeText(priceText(find(item, hasClass(name))));
  const price = shownNumber(text('totalPrice'), parseTotalPrice);
  const unitPrice =
    shownNumber(text('unitPrice'), parseUnitPrice) ?? shownNumber(unitPricesIn(text('totalPrice')), parseUnitPrice);
  if (houseId === undefined || title === '' || isGarbled([title]) || !isOneHouse(item, houseId, soldLink))
    return undefined;
  if (isContradiction(price, unitPrice ?? 0, title)) return undefined;
  const offer = text('dealCycleTxt');
  return {
    houseId,
    title,
    price,
    unitPrice,
    ...dateOf(text('dealDate')),
    days: daysIn(offer),
    askedPrice: shownNumber(/挂牌价?:?\s*([^\s成]+)/u.exec(offer)?.[1] ?? '', parseTotalPrice),
  };
}

/**
 * Reads a number that is all there. The site masks digits of recent prices (「2**万」), and writes 「暂无价格」 for those that it never
 * shows. No recorded page has one of them, so everything that is not one number with its unit counts as not shown.
 */
const shownNumber = (text: string, parse: (text: string) => number | null | undefined): number | undefined =>
  wholeNumber.test(text) ? (parse(text) ?? undefined) : undefined;

const wholeNumber = /^(?:\p{Script=Han}+:?\s*)?\d[\d,]*(?:\.\d+)?\s*[亿万元]{0,2}(?:\s*\/\s*(?:平米?|平方米|m2))?$/u;

const maxDays = 10_000;

function daysIn(offer: string): number | undefined {
  const days = Number(/成交周期:?\s*(\d{1,6})\s*天/u.exec(offer)?.[1] ?? NaN);
  return days <= maxDays ? days : undefined;
}

const shownDate = /^(?:\p{Script=Han}+:?\s*)?(20\d\d)[.\-/年](\d{1,2})(?:[.\-/月](\d{1,2})日?|月)?$/u;

/**
 * Returns the day or the month of a sale, which pages write as 「2017.04.22」, 「签约日期:2025.02.15」 or 「2013.09」. The date is
 * undefined if the calendar has no such day, and also for 「近30天内成交」, which makes the sale a recent one.
 */
function dateOf(text: string): Pick<SoldRow, 'date' | 'isRecent'> {
  const [, year, month, day] = shownDate.exec(text) ?? [];
  if (year === undefined || month === undefined) return { date: undefined, isRecent: /近\s*30\s*天/u.test(text) };
  const date = [year, month.padStart(2, '0'), day?.padStart(2, '0')].filter((part) => part !== undefined).join('-');
  return { date: isInCalendar(date) ? date : undefined, isRecent: false };
}

function isInCalendar(date: string): boolean {
  const time = new Date(date);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}

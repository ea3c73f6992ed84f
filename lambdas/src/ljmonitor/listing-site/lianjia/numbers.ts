import { normalizeText } from '../../text.ts';

/** Finds the first number of a text, which may have thousands separators, and the text after it. */
function firstNumber(text: string): { value: number; rest: string } | undefined {
  const match = /\d[\d,]*(?:\.\d+)?/.exec(text);
  if (!match) return undefined;
  return { value: Number(match[0].replaceAll(',', '')), rest: text.slice(match.index + match[0].length) };
}

const wan = 10_000;
export const wanToYuan = (price: number) => price * wan;
const maxCount = 1_000_000;
/** The limit is a billion yuan, in 万元. */
const maxTotalPrice = 100_000;
/** In 元/㎡. */
const maxUnitPrice = 10_000_000;

/** Drops a value that is out of bounds, not finite or not a number. */
const upTo = (max: number, value: number) => (value <= max ? value : undefined);

export function parseCount(text: string): number | undefined {
  const number = firstNumber(normalizeText(text));
  return number && upTo(maxCount, number.value);
}

/** Matches prices per area: '59,000元/平', '5.5-5.9万/㎡', '元每平方米' after a number, and a number after 「单价」. */
const perArea =
  /(?<![\d,.])(?:\d[\d,.]*\s?万?元?\s?[-~–—至]\s?)?\d[\d,.]*\s?万?\s?\(?(?:元|rmb|cny)?\s?[/∕⁄每]\s?(?:平|m\^?2)|(?:单价|均价)[约:\s]{0,3}\d[\d,.]*\s?万?元?/giu;

/** The site masks digits of some prices: '4**万', '4?9万'. What is left of such a price is none. */
const masked = /[\d,.]\s?[*?xX×•●_]|[*?×•●_]\s?\d/u;

/** Returns the prices per area that stand where a total price is expected; '' for none. */
export function unitPricesIn(text: string): string {
  const shown = normalizeText(text);
  return masked.test(shown) ? '' : (shown.match(perArea)?.join(' ') ?? '');
}

/** Matches an amount, the lower one of a range, and the word after it, which may be a unit. */
const amounts = /(\d[\d,]*(?:\.\d+)?)(?:\s?[-~–—至]\s?\d[\d,.]*)?\s?([\p{L}%]?)/gu;
/** What these words count is no price: days, years, rooms, an area. */
const countedWords = /[天日周年月时小分秒室厅卫层套次人位号楼米平折%m]/iu;

/**
 * Parses a total price in 万: '255 万', '1,280万', '参考价: 527 万', '1.2亿'. Returns null where the site shows none: '暂无数据',
 * '价格待定', '--', a masked price, a price of 0, or one per area only. A price that cannot be right is undefined.
 */
export function parseTotalPrice(text: string): number | null | undefined {
  const shown = normalizeText(text).replace(perArea, ' ');
  const price = [...shown.matchAll(amounts)].find(([, , unit = '']) => !countedWords.test(unit));
  const value = Number(price?.[1]?.replaceAll(',', '') ?? 0);
  if (value === 0 || masked.test(shown)) return null;
  const unit = price?.[2];
  return upTo(maxTotalPrice, unit === '亿' ? value * wan : unit === '元' ? value / wan : value);
}

/** Parses a price in 元/㎡: '46,533元/平', '单价68865元/平米', '17264.8元/平米', '4.6万/平'. A total in its place is none. */
export function parseUnitPrice(text: string): number | undefined {
  const shown = normalizeText(text);
  const number = firstNumber(shown);
  if (!number || number.value <= 0 || masked.test(shown)) return undefined;
  if (!/^[\s\d.,~–—至-]*[万亿]/.test(number.rest)) return upTo(maxUnitPrice, number.value);
  return unitPricesIn(shown) === '' ? undefined : upTo(maxUnitPrice, number.value * wan);
}

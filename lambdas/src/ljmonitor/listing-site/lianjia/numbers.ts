import { normalizeText } from '../../text.ts';

/** Finds the first number of a text, which may have thousands separators, and the text after it. */
function firstNumber(text: string): { value: number; rest: string } | undefined {
  const match = /\d[\d,]*(?:\.\d+)?/.exec(normalizeText(text));
  if (!match) return undefined;
  const rest = normalizeText(text).slice(match.index + match[0].length);
  return { value: Number(match[0].replaceAll(',', '')), rest };
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
  const number = firstNumber(text);
  return number && upTo(maxCount, number.value);
}

/** Parses a total price in 万: '255 万', '1,280万', '参考价: 527 万', '1.2亿'. A price of 0 is no price. */
export function parseTotalPrice(text: string): number | undefined {
  const number = firstNumber(text);
  if (!number || number.value <= 0) return undefined;
  if (/^[\s\-~\d.]*亿/.test(number.rest)) return upTo(maxTotalPrice, number.value * wan);
  return upTo(maxTotalPrice, /^\s*元/.test(number.rest) ? number.value / wan : number.value);
}

/** Parses a price in 元/㎡: '46,533元/平', '单价68865元/平米', '17264.8元/平米', '4.6万/平'. */
export function parseUnitPrice(text: string): number | undefined {
  const number = firstNumber(text);
  if (!number || number.value <= 0) return undefined;
  return upTo(maxUnitPrice, /^\s*万/.test(number.rest) ? number.value * wan : number.value);
}

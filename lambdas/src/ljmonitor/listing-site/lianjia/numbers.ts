import { normalizeText } from '../../text.ts';

/** Finds the first number of a text, which may have thousands separators, and the text after it. */
function firstNumber(text: string): { value: number; rest: string } | undefined {
  const match = /\d[\d,]*(?:\.\d+)?/.exec(normalizeText(text));
  if (!match) return undefined;
  const rest = normalizeText(text).slice(match.index + match[0].length);
  return { value: Number(match[0].replaceAll(',', '')), rest };
}

export const parseCount = (text: string): number | undefined => firstNumber(text)?.value;

const wan = 10_000;

/** Parses a total price in 万: '255 万', '1,280万', '参考价: 527 万', '1.2亿'. A price of 0 is no price. */
export function parseTotalPrice(text: string): number | undefined {
  const number = firstNumber(text);
  if (!number || number.value <= 0) return undefined;
  if (/^[\s\-~\d.]*亿/.test(number.rest)) return number.value * wan;
  return /^\s*元/.test(number.rest) ? number.value / wan : number.value;
}

/** Parses a price in 元/㎡: '46,533元/平', '单价68865元/平米', '17264.8元/平米', '4.6万/平'. */
export function parseUnitPrice(text: string): number | undefined {
  const number = firstNumber(text);
  if (!number || number.value <= 0) return undefined;
  return /^\s*万/.test(number.rest) ? number.value * wan : number.value;
}

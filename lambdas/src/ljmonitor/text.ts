/** Marks that turn the direction of what follows: in a list they would turn what others have written, too. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** White space of every kind as one space: the site breaks lines and pads as its templates happen to. */
export const folded = (text: string) =>
  text
    .replace(turning, '')
    .replace(/[\p{Cc}\u00a0\u2000-\u200b\u2028\u2029\u3000\ufeff\s]+/gu, ' ')
    .trim();

/** The same words however they were typed: full-width digits and letters are the plain ones. */
export const plain = (text: string) => folded(text.normalize('NFKC'));

/** The first number in a text, with its thousands commas gone, and what follows it. */
function firstNumber(text: string): { value: number; rest: string } | undefined {
  const match = /\d[\d,]*(?:\.\d+)?/.exec(plain(text));
  if (!match) return undefined;
  return { value: Number(match[0].replaceAll(',', '')), rest: plain(text).slice(match.index + match[0].length) };
}

export const countIn = (text: string): number | undefined => firstNumber(text)?.value;

const wan = 10_000;

/** A total price in 万: '255 万', '1,280万', '参考价: 527 万', '1.2亿'. Nothing, or nothing above zero, is no price. */
export function totalPriceIn(text: string): number | undefined {
  const number = firstNumber(text);
  if (!number || number.value <= 0) return undefined;
  if (/^[\s\-~\d.]*亿/.test(number.rest)) return number.value * wan;
  return /^\s*元/.test(number.rest) ? number.value / wan : number.value;
}

/** A price in 元/㎡: '46,533元/平', '单价68865元/平米', '17264.8元/平米', '4.6万/平'. */
export function unitPriceIn(text: string): number | undefined {
  const number = firstNumber(text);
  if (!number || number.value <= 0) return undefined;
  return /^\s*万/.test(number.rest) ? number.value * wan : number.value;
}

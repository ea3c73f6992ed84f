import { priceDropOf } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Null is the price of a house for which the listing site has never shown one. */
export const formatPrice = (price: number | null) =>
  price === null ? 'Price not shown' : `${number.format(price)} 万`;

/** Formats 0 as a dash: the listing site does not always show the unit price. */
export const formatUnitPrice = (unitPrice: number) =>
  `${unitPrice === 0 ? '–' : number.format(Math.round(unitPrice))} 元/㎡`;

/** Formats how much a price has fallen or risen: '▼ 14 万', '▲ 5 万'. */
export const formatPriceMove = (move: number) => `${move < 0 ? '▼' : '▲'} ${formatPrice(Math.abs(move))}`;

/** Formats the price change since the first known price: '▼ 14 万 in all'; an empty text if the news of the house says the same. */
export function formatPriceChange(house: House) {
  const drop = priceDropOf(house);
  const kind = drop > 0 ? 'cheaper' : 'dearer';
  const isNews = newsOf(house).some((news) => news.kind === kind && news.amount === Math.abs(drop));
  return drop === 0 || isNews ? '' : `${formatPriceMove(-drop)} in all`;
}

export const describePrices = ({ prices }: House) =>
  `${prices.length} prices, from ${formatPrice(prices[0]?.price ?? 0)} to ${formatPrice(prices.at(-1)?.price ?? 0)}.`;

import type { House } from 'shared-types/contract/ljmonitor';
import type { SoldHouses } from 'shared-types/contract/monitor/sold';
import { type Fate, fateOf, publishedWithinDays, type Sale } from 'shared-types/rules/monitor/sold';
import { formatPrice } from '../format.ts';

/** Says how an offer ended. */
export interface EndOfOffer {
  fate: Fate;
  /** Known where the fate is 'sold'. */
  sale: Sale | undefined;
}

/** The sales of a community, or of some of its houses, and what is proved of the others. */
export type KnownSales = Pick<SoldHouses, 'sales' | 'readings'>;

/** Returns how the offer of a house ended, as far as it is known; undefined for a house on offer. */
export function endOfOffer(house: House, sold: KnownSales | undefined): EndOfOffer | undefined {
  const sale = sold?.sales.find(({ houseId }) => houseId === house.houseId);
  const fate = fateOf(house, sale, sold?.readings ?? []);
  return fate && { fate, sale: fate === 'sold' ? sale : undefined };
}

const nounOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const priceOf = (price: number | null) => (price === null ? 'price not shown' : formatPrice(price));

/** Names the end of an offer in a row: 'Sold · 310 万 · 10-04', 'Withdrawn', 'Removed'. */
export function describeEnd({ fate, sale }: EndOfOffer, thisYear: number): string {
  if (fate !== 'sold') return fate === 'withdrawn' ? 'Withdrawn' : 'Removed';
  const { price = null, date = null } = sale ?? {};
  const isThisYear = date?.startsWith(`${thisYear}-`) === true;
  const day = isThisYear && date.length > 7 ? date.slice(5) : date;
  return ['Sold', priceOf(price), ...(day === null ? [] : [day])].join(' · ');
}

/** Explains what became of a house, and how that is known. */
export function explainEnd({ fate, sale }: EndOfOffer): string {
  if (fate === 'withdrawn') return 'Withdrawn: the sold houses that were handed in would show its sale, and do not.';
  if (fate === 'removed' || !sale)
    return `Removed. Whether it was sold is not known: sales are published up to ${publishedWithinDays} days later.`;
  return explainSale(sale);
}

function explainSale({ price, date, days, askedPrice }: Sale): string {
  const [amount, day] = [price === null ? '' : ` for ${formatPrice(price)}`, date === null ? '' : ` on ${date}`];
  const sold = `Sold${amount}${day}.${describeHidden(price === null, date === null)}`;
  const asked = askedPrice === null ? [] : [`asked ${formatPrice(askedPrice)}`];
  const offered = days === null ? [] : [`${nounOf(days, 'day')} on offer`];
  const details = [...asked, ...offered].join(', ');
  return details === '' ? sold : `${sold} The listing site says: ${details}.`;
}

function describeHidden(price: boolean, day: boolean): string {
  if (price && day) return ' Neither day nor price is shown.';
  if (price) return ' The price is not shown.';
  return day ? ' The day is not shown.' : '';
}

/** Names the removed houses that are folded: '3 removed houses: 1 sold, 1 withdrawn'. */
export function describeEnds(count: number, sold: number, withdrawn: number): string {
  const houses = nounOf(count, 'removed house');
  const known = [...(sold > 0 ? [`${sold} sold`] : []), ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : [])];
  return known.length === 0 ? houses : `${houses}: ${known.join(', ')}`;
}

import { useQuery } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { askedMedians, medianOf, percentAbove } from 'shared-types/rules/monitor/medians';
import { timeOfSale } from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';
import { useNow } from '../../../lib/use-now.ts';
import { statsQuery } from '../detail-queries.ts';
import { formatUnitPrice } from '../format.ts';
import { endOfOffer, explainEnd } from './end-of-offer.ts';
import styles from './sold.module.css';
import { soldQuery } from './queries.ts';

/** Compares a unit price with a median: '86,000 元/㎡ is 4% above the median of 3 sales in the last 12 months, 82,700 元/㎡.' */
export function compareWithMedian(unitPrice: number, percent: number, median: number, which: string): string {
  const place = percent === 0 ? 'at' : `${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'}`;
  return `${formatUnitPrice(unitPrice)} is ${place} ${which}, ${formatUnitPrice(median)}.`;
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Names a month such as '2026-11'. */
const nameOfMonth = (month: string) => monthFormat.format(new Date(month));

const soldMedianOf = (sales: number) =>
  `the median of ${sales === 1 ? '1 sale' : `${sales} sales`} in the last 12 months`;

/** Says what became of a removed house, and compares its unit price with the community's medians, as far as they are known. */
export function AgainstMedians({ house }: { house: House }) {
  const sold = useQuery(soldQuery(house.resblockId)).data;
  const days = useQuery(statsQuery(house.resblockId)).data;
  const now = useNow(60_000);
  const end = endOfOffer(house, sold);
  const unitPrice = end?.sale?.unitPrice ?? house.unitPrice;
  const asked = askedMedians(days ?? []).at(-1);
  const recent = (sold?.sales ?? []).filter(({ date }) => date !== null && timeOfSale(date) > now - 365 * dayMs);
  const prices = recent.flatMap((sale) => (sale.unitPrice === null ? [] : [sale.unitPrice]));
  const compare = (median: number | undefined, which: string) =>
    median === undefined || unitPrice === 0
      ? []
      : [compareWithMedian(unitPrice, percentAbove(unitPrice, median), median, which)];
  const sentences = [
    ...(end && sold ? [explainEnd(end)] : []),
    ...compare(asked?.median, `the community’s median asking price in ${asked ? nameOfMonth(asked.month) : ''}`),
    ...compare(medianOf(prices), soldMedianOf(prices.length)),
  ];
  if (sentences.length === 0) return null;
  return (
    <section className={styles.compared} aria-label="Price against the community">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

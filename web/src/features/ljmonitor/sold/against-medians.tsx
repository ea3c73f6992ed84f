import { useQuery } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { askedMedians, medianOf, percentAbove } from 'shared-types/rules/monitor/medians';
import { timeOfSale } from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';
import { useNow } from '../../../lib/use-now.ts';
import { statsQuery } from '../detail-queries.ts';
import { endOfOffer } from './end-of-offer.ts';
import styles from './sold.module.css';
import { soldQuery } from './queries.ts';
import * as texts from './messages.ts';

/** Tells what became of a removed house, and compares its unit price with the community's medians, as far as they are known. */
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
      : [texts.compareWithMedian(unitPrice, percentAbove(unitPrice, median), median, which)];
  const sentences = [
    ...(end && sold ? [texts.explainEnd(end)] : []),
    ...compare(asked?.median, texts.askedMedianOf(asked?.month ?? '')),
    ...compare(medianOf(prices), texts.soldMedianOf(prices.length)),
  ];
  if (sentences.length === 0) return null;
  return (
    <section className={styles.compared} aria-label={texts.againstMedians}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

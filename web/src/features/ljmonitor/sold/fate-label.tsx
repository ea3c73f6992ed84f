import { useQuery } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { useNow } from '../../../lib/use-now.ts';
import { describeEnd, endOfOffer } from './end-of-offer.ts';
import { salesOfHouseQuery } from './queries.ts';
import styles from './sold.module.css';

/** The label of a house that is no longer on offer. While its fate is unknown, or cannot be loaded, it is removed. */
export function FateLabel({ house }: { house: House }) {
  const { data } = useQuery(salesOfHouseQuery(house));
  const now = useNow(60_000);
  const end = endOfOffer(house, data);
  return end ? <span className={styles.fate}>{describeEnd(end, new Date(now).getFullYear())}</span> : null;
}

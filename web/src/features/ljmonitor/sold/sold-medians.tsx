import { useQuery } from '@tanstack/react-query';
import type { DailyStats } from 'shared-types/contract/ljmonitor';
import type { SoldHouses } from 'shared-types/contract/monitor/sold';
import { askedMedians, soldMedians } from 'shared-types/rules/monitor/medians';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { FoldedTable } from '../charts/folded-table.tsx';
import styles from './sold.module.css';
import { soldQuery } from './queries.ts';

/** The medians of asked and of sold prices by month. Without a sold house it says how to bring some. */
export function SoldMedians({ resblockId, days }: { resblockId: string; days: readonly DailyStats[] }) {
  const { data, error, refetch } = useQuery(soldQuery(resblockId));
  if (error) return <Failure what="Could not load the sold houses." error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.sales.length === 0) return <NoSoldHouses url={data.url} />;
  return <MedianTable sold={data} days={days} />;
}

const NoSoldHouses = ({ url }: { url: string }) => (
  <p className={styles.none}>
    No sales are known yet. Open the{' '}
    <a href={url} target="_blank" rel="noreferrer">
      sold houses on the listing site
    </a>
    , then add that page under Check by hand.
  </p>
);

const maxMonths = 24;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const format = (of: { median: number } | undefined) => (of ? number.format(of.median) : '–');

function MedianTable({ sold, days }: { sold: SoldHouses; days: readonly DailyStats[] }) {
  const asked = new Map(askedMedians(days).map((each) => [each.month, each]));
  const known = new Map(soldMedians(sold.sales).map((each) => [each.month, each]));
  const months = [...new Set([...asked.keys(), ...known.keys()])].toSorted().toReversed().slice(0, maxMonths);
  return (
    <FoldedTable
      summary="By month, in 元/㎡"
      columns={[
        ['Month', (month) => month],
        ['Asked', (month) => format(asked.get(month))],
        ['Sold', (month) => format(known.get(month))],
        ['Sales', (month) => known.get(month)?.count ?? 0],
      ]}
      rows={months}
      keyOf={(month) => month}
      className={styles.months}
    />
  );
}

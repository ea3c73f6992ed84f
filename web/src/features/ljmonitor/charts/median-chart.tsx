import { useQuery } from '@tanstack/react-query';
import type { DailyStats, Resblock } from 'shared-types/contract/ljmonitor';
import { soldMedians } from 'shared-types/rules/monitor/medians';
import { dayInChina, type Sale, timeOfSale } from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Chart } from './chart.tsx';
import { brokenLine } from './chart-lines.ts';
import { statsQuery } from '../detail-queries.ts';
import { communityName } from '../communities/community-name.ts';
import { formatUnitPrice } from '../format.ts';
import { soldQuery } from '../sold/queries.ts';
import { SoldMedians } from '../sold/sold-medians.tsx';

/** There is one value a day, at any hour. A day without a value shows as a gap. */
const maxGapMs = 40 * 60 * 60 * 1000;

/** The chart shows the sales of the last year, as it does the days. */
const yearMs = 365 * dayMs;

/**
 * Returns the medians of the sales in the year up to this time, each in the middle of its month. That of the month which has just
 * begun is at the end of the chart.
 */
export const soldPoints = (sales: readonly Sale[], until: number) =>
  soldMedians(sales).flatMap(({ month, median }) => {
    const time = Math.min(timeOfSale(`${month}-15`), until);
    return time > until - yearMs && month <= dayInChina(until).slice(0, 7) ? [{ time, value: median }] : [];
  });

/** Describes a community's chart in one sentence, for screen readers. */
export function describeMedians(days: DailyStats[]) {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const isOne = days.length === 1;
  const from = isOne ? '' : `from ${formatUnitPrice(first.medianUnitPrice)} to `;
  return `${isOne ? 'One day' : `${days.length} days`}: ${from}${formatUnitPrice(last.medianUnitPrice)}.`;
}

/** The daily median unit price of a community's houses, and the monthly one of those that were sold. */
export function MedianChart({ resblock }: { resblock: Resblock }) {
  const { resblockId } = resblock;
  const { data, error, refetch } = useQuery(statsQuery(resblockId));
  const sold = useQuery(soldQuery(resblockId)).data;
  const now = useNow();
  if (error) return <Failure what="Could not load the prices." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} of="chart" />;
  const points = data.map(({ time, medianUnitPrice, count }) => ({ time, value: medianUnitPrice, count }));
  const last = points.at(-1);
  if (!last)
    return (
      <>
        <p>No prices yet.</p>
        <SoldMedians resblockId={resblockId} days={data} />
      </>
    );
  const compared = soldPoints(sold?.sales ?? [], last.time);
  return (
    <>
      <Chart
        title={`Median unit price of ${communityName(resblock)}`}
        description={describeMedians(data)}
        points={points}
        until={last.time}
        line={(scales) => brokenLine(points, scales, maxGapMs)}
        text={formatUnitPrice}
        columns={[
          ['Day', ({ time }) => formatTime(time, now)],
          ['Median', ({ value }) => formatUnitPrice(value)],
          ['Houses', ({ count }) => String(count)],
        ]}
        now={now}
        compared={compared.length > 0 ? { names: ['Asked', 'Sold'], points: compared } : undefined}
      />
      <SoldMedians resblockId={resblockId} days={data} />
    </>
  );
}

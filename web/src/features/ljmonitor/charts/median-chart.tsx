import { useQuery } from '@tanstack/react-query';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Chart } from './chart.tsx';
import { brokenLine } from './chart-lines.ts';
import { statsQuery } from '../detail-queries.ts';
import { describeMedians } from './chart-text.ts';
import { communityName } from '../communities/messages.tsx';
import { formatUnitPrice } from '../format.ts';
import * as texts from './messages.ts';

/** There is one value a day, at any hour. A day without a value shows as a gap. */
const maxGapMs = 40 * 60 * 60 * 1000;

/** The daily median unit price of a community's houses. */
export function MedianChart({ resblock }: { resblock: Resblock }) {
  const { data, error, refetch } = useQuery(statsQuery(resblock.resblockId));
  const now = useNow();
  if (error) return <Failure what={texts.couldNotLoadPrices} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} of="chart" />;
  const points = data.map(({ time, medianUnitPrice, count }) => ({ time, value: medianUnitPrice, count }));
  const last = points.at(-1);
  if (!last) return <p>{texts.noPricesYet}</p>;
  return (
    <Chart
      title={texts.medianUnitPriceOf(communityName(resblock))}
      description={describeMedians(data)}
      points={points}
      until={last.time}
      line={(scales) => brokenLine(points, scales, maxGapMs)}
      text={formatUnitPrice}
      columns={[
        [texts.day, ({ time }) => formatTime(time, now)],
        [texts.median, ({ value }) => formatUnitPrice(value)],
        [texts.houses, ({ count }) => String(count)],
      ]}
      now={now}
    />
  );
}

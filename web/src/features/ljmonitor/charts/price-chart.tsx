import type { House } from 'shared-types/contract/ljmonitor';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Chart } from './chart.tsx';
import { chartEnd, steppedLine } from './chart-lines.ts';
import { describePrices, formatPrice } from '../format.ts';

/** The known prices of a house. The chart of a removed house ends when it was removed. */
export function PriceChart({ house }: { house: House }) {
  const now = useNow();
  const { prices, removed, updateTime } = house;
  const points = prices.map(({ time, price }) => ({ time, value: price }));
  const until = chartEnd(points, removed ? updateTime : now);
  return (
    <Chart
      title={`Price of ${house.houseId}`}
      description={describePrices(house)}
      points={points}
      until={until}
      line={(scales) => steppedLine(points, scales, until)}
      text={formatPrice}
      columns={[
        ['Since', ({ time }) => formatTime(time, now)],
        ['Price', ({ value }) => formatPrice(value)],
      ]}
      now={now}
    />
  );
}

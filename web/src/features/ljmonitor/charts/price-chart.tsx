import type { House } from 'shared-types/contract/ljmonitor';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Chart } from './chart.tsx';
import { endOf, steppedLine } from './chart-lines.ts';
import { priceStory, priceText } from '../format.ts';

/** A house's known prices; a removed one's end with it. */
export function PriceChart({ house }: { house: House }) {
  const now = useNow();
  const { prices, removed, updateTime } = house;
  const points = prices.map(({ time, price }) => ({ time, value: price }));
  const until = endOf(points, removed ? updateTime : now);
  return (
    <Chart
      title={`Price of ${house.houseId}`}
      story={priceStory(house)}
      points={points}
      until={until}
      line={(scales) => steppedLine(points, scales, until)}
      text={priceText}
      columns={[
        ['since', ({ time }) => formatTime(time, now)],
        ['price', ({ value }) => priceText(value)],
      ]}
      now={now}
    />
  );
}

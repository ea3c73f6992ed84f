import type { ComponentProps } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { Sparkline } from '../../../ui/content/sparkline.tsx';
import { describePrices, formatPrice, formatPriceChange } from '../format.ts';
import styles from './house-price.module.css';
import { Changed } from './news.tsx';

interface HousePriceProps {
  house: House;
  hasChanged: boolean;
  /** The button that opens the chart of the prices. */
  chart: Pick<ComponentProps<'button'>, 'onClick' | 'aria-expanded' | 'aria-controls'>;
}

/** The price of a house, and its way there. */
export function HousePrice({ house, hasChanged, chart }: HousePriceProps) {
  const change = formatPriceChange(house);
  const figure = [styles.figure, house.removed && styles.removed, house.price === null && styles.unknown]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.price}>
      {house.prices.length > 1 && (
        <button type="button" className={styles.moved} {...chart}>
          <Sparkline values={house.prices.map(({ price }) => price)} />
          {change && <span className={styles.sum}>{change}</span>}{' '}
          <span className="unseen">{describePrices(house)} Chart</span>
        </button>
      )}
      <span className={figure}>
        <Changed when={hasChanged}>{formatPrice(house.price)}</Changed>
      </span>
    </div>
  );
}

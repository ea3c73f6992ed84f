import type { House } from 'shared-types/contract/ljmonitor';
import { PriceChart } from '../charts/price-chart.tsx';
import { HouseHistory } from './house-history.tsx';
import { FateLabel } from '../sold/fate-label.tsx';

const parts = { chart: PriceChart, history: HouseHistory, fate: FateLabel };

/** A part of a house that is loaded when it is first shown. */
export function HouseDetail({ part, house }: { part: keyof typeof parts; house: House }) {
  const Part = parts[part];
  return <Part house={house} />;
}

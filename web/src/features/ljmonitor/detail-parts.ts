// What opens beneath a row: one file of its own, loaded when the first one opens.
export { HouseHistory } from './history/house-history.tsx';
export { MedianChart } from './charts/median-chart.tsx';
export { PriceChart } from './charts/price-chart.tsx';

// What opens beneath a row: one file of its own, loaded when the first one opens.
export { HouseHistory } from './house-history.tsx';
export { MedianChart } from './median-chart.tsx';
export { PriceChart } from './price-chart.tsx';

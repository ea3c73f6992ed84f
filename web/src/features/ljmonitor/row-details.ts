// All parts that open beneath a row are in one chunk. It loads when the first of them opens.
export { HouseHistory } from './history/house-history.tsx';
export { MedianChart } from './charts/median-chart.tsx';
export { PriceChart } from './charts/price-chart.tsx';

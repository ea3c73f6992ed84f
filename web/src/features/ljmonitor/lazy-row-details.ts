import { onDemand } from '../../ui/feedback/on-demand.tsx';

/** All parts that open beneath a row come in one file, which is loaded when the first of them opens. */
const load = () => import('./row-details.ts');

export const HouseHistory = onDemand(async () => ({ default: (await load()).HouseHistory }));
export const MedianChart = onDemand(async () => ({ default: (await load()).MedianChart }));
export const PriceChart = onDemand(async () => ({ default: (await load()).PriceChart }));

import { lazy } from 'react';

/** All parts that open beneath a row come in one file, which is loaded when the first of them opens. */
const load = () => import('./row-details.ts');

export const HouseHistory = lazy(async () => ({ default: (await load()).HouseHistory }));
export const MedianChart = lazy(async () => ({ default: (await load()).MedianChart }));
export const PriceChart = lazy(async () => ({ default: (await load()).PriceChart }));

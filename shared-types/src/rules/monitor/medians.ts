import { dayInChina, type Sale } from './sold.ts';

export interface MonthlyMedian {
  /** '2026-10'. */
  month: string;
  /** In 元/㎡. */
  median: number;
  count: number;
}

/** Returns the middle of values, or of the two in the middle the mean. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

type Value = readonly [month: string, value: number];

/** Returns the median of each month that has values, oldest first. */
export function monthlyMedians(values: readonly Value[]): MonthlyMedian[] {
  const months = Map.groupBy(values, ([month]) => month);
  return [...months]
    .map(([month, all]) => ({ month, median: medianOf(all.map(([, value]) => value)) ?? 0, count: all.length }))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

/** Returns the medians of the unit prices that are shown, by the month of the contract. */
export const soldMedians = (sales: readonly Sale[]) =>
  monthlyMedians(
    sales.flatMap(({ date, unitPrice }): Value[] =>
      date === null || unitPrice === null ? [] : [[date.slice(0, 7), unitPrice]],
    ),
  );

/** Returns the medians of the days' medians, by month. */
export const askedMedians = (days: readonly { time: number; medianUnitPrice: number }[]) =>
  monthlyMedians(days.map(({ time, medianUnitPrice }): Value => [dayInChina(time).slice(0, 7), medianUnitPrice]));

/** Returns by how many percent a price is above a median; negative below it. */
export const percentAbove = (price: number, median: number) => Math.round((price / median - 1) * 100);

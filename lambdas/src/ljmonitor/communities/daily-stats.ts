import type { DailyStats } from 'shared-types/contract/ljmonitor';

/** What houses on offer cost; nothing where no house says it. 0 is a unit price that the site left out. */
export function figuresOf(unitPrices: readonly number[], count: number, now: Date): DailyStats | undefined {
  const known = unitPrices.filter((unitPrice) => unitPrice > 0).toSorted((one, other) => one - other);
  const middle = known.slice(Math.ceil(known.length / 2) - 1, Math.floor(known.length / 2) + 1);
  const [low, high = low] = middle;
  if (low === undefined || high === undefined) return undefined;
  return { time: now.getTime(), medianUnitPrice: (low + high) / 2, count };
}

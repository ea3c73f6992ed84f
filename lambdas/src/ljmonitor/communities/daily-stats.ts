import type { DailyStats } from 'shared-types/contract/ljmonitor';

/** Returns undefined when no house has a unit price. A unit price of 0 means that the site left it out. */
export function dailyStatsOf(unitPrices: readonly number[], count: number, now: Date): DailyStats | undefined {
  const known = unitPrices.filter((unitPrice) => unitPrice > 0).toSorted((one, other) => one - other);
  const middle = known.slice(Math.ceil(known.length / 2) - 1, Math.floor(known.length / 2) + 1);
  const [low, high = low] = middle;
  if (low === undefined || high === undefined) return undefined;
  return { time: now.getTime(), medianUnitPrice: (low + high) / 2, count };
}

import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { medianOf } from 'shared-types/rules/monitor/medians';

/** Returns undefined when no house has a unit price. A unit price of 0 means that the site left it out. */
export function dailyStatsOf(unitPrices: readonly number[], count: number, now: Date): DailyStats | undefined {
  const medianUnitPrice = medianOf(unitPrices.filter((unitPrice) => unitPrice > 0));
  return medianUnitPrice === undefined ? undefined : { time: now.getTime(), medianUnitPrice, count };
}

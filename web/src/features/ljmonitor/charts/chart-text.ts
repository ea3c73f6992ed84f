import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { formatUnitPrice } from '../format.ts';

/** Describes a community's chart in one sentence, for screen readers. */
export function describeMedians(days: DailyStats[]) {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const isOne = days.length === 1;
  const from = isOne ? '' : `from ${formatUnitPrice(first.medianUnitPrice)} to `;
  return `${isOne ? 'One day' : `${days.length} days`}: ${from}${formatUnitPrice(last.medianUnitPrice)}.`;
}

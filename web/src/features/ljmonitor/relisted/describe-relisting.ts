import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { dayMs } from 'shared-types/rules/time';
import { formatDay } from '../../../lib/format-time.ts';
import { formatPrice, formatPriceMove } from '../format.ts';

/** A weekday is clear for so many days. */
const weekdays = 6;
/** More prices than these are told by the first and the last one. */
const maxPrices = 4;

/** Names a local day: 'today', 'yesterday', 'Tuesday', '11-02'. */
export function formatRecentDay(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)].map((date) => date.setHours(0, 0, 0, 0));
  // A day of 23 hours is a day, too.
  const days = Math.round(((today ?? 0) - (day ?? 0)) / dayMs);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  return days > 1 && days <= weekdays
    ? new Date(time).toLocaleDateString('en-US', { weekday: 'long' })
    : formatDay(time, now);
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00A0');

/** Formats a price that stays in one line. */
export const unbrokenPrice = (price: number) => unbroken(formatPrice(price));

/**
 * Says what a house has cost, and how much less or more the flat costs now: 'was 435 万 before', 'was 450, 440, 435 万 before
 * (▼ 5 万)', 'was 450, …, 435 万 before (▲ 10 万)'.
 */
export function describeEarlierPrices({ earlier: { price, prices }, later }: Relisting): string {
  const older = prices.slice(0, -1).map((each) => unbrokenPrice(each).split('\u00A0')[0]);
  const shown = older.length < maxPrices ? older : [older[0], '…'];
  const move = later.price - price;
  return `was ${[...shown, unbrokenPrice(price)].join(', ')} before${move === 0 ? '' : ` (${unbroken(formatPriceMove(move))})`}`;
}

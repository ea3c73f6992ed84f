import type { ChangeTimes } from '../house.ts';
import { dayMs } from '../time.ts';

/** The contract of one house, as far as sold pages show it. */
export interface Sale {
  houseId: string;
  /** In 万元; null while the site does not show it. */
  price: number | null;
  /** In 元/㎡; null while the site does not show it. */
  unitPrice: number | null;
  /** The day of the contract, '2026-10-04', or its month, '2026-10', where the site shows no more. Null while it shows neither. */
  date: string | null;
  /** The number of days for which the house was on offer, according to the site. */
  days: number | null;
  /** The last asked price in 万元, according to the site. */
  askedPrice: number | null;
  /** The time at which the newest of the pages that say most of its day was loaded. */
  loadedAt: number;
}

/** The sold pages of a community, from the first one on without a gap, in the order of their dates. */
export interface SoldReading {
  /** The time at which the first of the pages was loaded. */
  readAt: number;
  /** The pages show every sale that was published after this day. Null when they show all that there are. */
  backTo: string | null;
}

/** Dates of the site are days in China, which has one time zone and no summer time. */
const chinaOffset = '+08:00';
export const dayInChina = (timeMs: number) => new Date(timeMs + 8 * 3_600_000).toISOString().slice(0, 10);

const exactDay = /^\d{4}-\d\d-\d\d$/;

/** Returns the last day that a date can mean, which is the last one of a month. */
export function latestDayOf(date: string): string {
  if (exactDay.test(date)) return date;
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Returns the first day that a date can mean. */
export const earliestDayOf = (date: string) => (exactDay.test(date) ? date : `${date}-01`);

/** Returns the noon of the last day that a date can mean. */
export const timeOfSale = (date: string) => Date.parse(`${latestDayOf(date)}T12:00:00${chinaOffset}`);

/**
 * A sale is published after its contract: a reader of the site measured 15 days (issue 16 of XuefengHuang/lianjia-scrawler), and
 * the site itself gives neither day nor price of the last 30 days (`desc_hide` 「近30天内成交」, `price_hide` `2**`).
 */
export const publishedWithinDays = 30;

/** A contract may be signed this long before the listing ends and the monitor has missed it in two readings. */
const signedBeforeDays = 30;

export type Fate = 'sold' | 'withdrawn' | 'removed';

interface Gone {
  houseId: string;
  createTime: number;
  updateTime: number;
  removed: boolean;
  changeTimes: ChangeTimes;
}

/**
 * Returns whether a sale can have ended this offer of a house. A house may be listed again under its id, years after it was sold.
 * The contract may be older than the first sight of the house, which was on offer before that.
 */
export function isOfThisOffer(
  { createTime, removed, changeTimes }: Pick<Gone, 'createTime' | 'removed' | 'changeTimes'>,
  { date, loadedAt }: Pick<Sale, 'date' | 'loadedAt'>,
): boolean {
  const { removed: endOrReturn = createTime, ...edits } = changeTimes;
  // A house that returns or changes is on offer: with a new price, say. The last change of one on offer is its return.
  const offeredAt = Math.max(createTime, ...(removed ? Object.values(edits) : [endOrReturn]));
  return latestDayOf(date ?? dayInChina(loadedAt)) >= dayInChina(offeredAt - signedBeforeDays * dayMs);
}

/** Returns when a house was removed. */
export const removalTimeOf = ({ updateTime, changeTimes }: Gone) => changeTimes.removed ?? updateTime;

/** Returns true when a reading would show the sale of a house that was removed at this time. */
export function provesWithdrawal({ readAt, backTo }: SoldReading, removedAt: number): boolean {
  if (readAt < removedAt + publishedWithinDays * dayMs) return false;
  return backTo === null || backTo < dayInChina(removedAt - signedBeforeDays * dayMs);
}

/**
 * Returns what became of a house that is no longer on offer: 'sold' when a sold page shows the sale of this offer, 'withdrawn' when
 * pages that would show it do not, 'removed' while that is unknown. Undefined for a house on offer.
 */
export function fateOf(house: Gone, sale: Sale | undefined, readings: readonly SoldReading[]): Fate | undefined {
  if (!house.removed) return undefined;
  if (sale && isOfThisOffer(house, sale)) return 'sold';
  const removedAt = removalTimeOf(house);
  return readings.some((reading) => provesWithdrawal(reading, removedAt)) ? 'withdrawn' : 'removed';
}

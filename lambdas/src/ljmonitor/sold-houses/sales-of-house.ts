import {
  dayInChina,
  earliestDayOf,
  latestDayOf,
  publishedWithinDays,
  type Sale,
} from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';

/** One sale of a house. */
export interface HouseSale extends Omit<Sale, 'houseId'> {
  /** True when the site said instead of a date that it was of the 30 days before the page was loaded. */
  isRecent: boolean;
}

/** The sales of a house, as they are stored. */
export interface SalesOfHouse {
  houseId: string;
  /** The newest one first. */
  sales: HouseSale[];
  /** Counts the writes, so that two pages that arrive at once do not lose what one of them shows. */
  revision: number;
}

/**
 * Dates that differ by as many days are of one contract. The site corrects a date, as from the day on which it published the sale
 * to that of the contract, up to 30 days before. No flat is sold twice in that time: the register may take 30 working days to
 * enter its new owner.
 */
const oneContractMs = publishedWithinDays * dayMs;

/** Returns the first and the last day that the contract of a sale can be of. */
function contractDaysOf({ date, isRecent, loadedAt }: HouseSale) {
  if (date !== null) return { first: Date.parse(earliestDayOf(date)), last: Date.parse(latestDayOf(date)) };
  const last = Date.parse(dayInChina(loadedAt));
  // The site hides the day of a contract for 30 days, and may publish it as late as that.
  return { first: isRecent ? last - 2 * publishedWithinDays * dayMs : -Infinity, last };
}

/** Returns whether two pages can show the same sale of a house, which may be listed and sold again under its id. */
export function isOfOneContract(one: HouseSale, other: HouseSale): boolean {
  const [days, others] = [contractDaysOf(one), contractDaysOf(other)];
  // No page shows a contract that was signed after it was loaded.
  const marginMs = one.date !== null && other.date !== null ? oneContractMs : 0;
  return days.first <= others.last + marginMs && others.first <= days.last + marginMs;
}

/** Adds what a page shows of a sale to what is known of the house. */
export function withSale(sales: readonly HouseSale[], shown: HouseSale): HouseSale[] {
  const known = sales.find((sale) => isOfOneContract(sale, shown));
  return [...sales.filter((sale) => sale !== known), known ? mergeSales(known, shown) : shown].toSorted(
    (one, other) => contractDaysOf(other).last - contractDaysOf(one).last,
  );
}

/**
 * Joins what two pages say of one sale. The page that says more of its day is right, and of two that say the same the one that was
 * loaded later. The other one only fills gaps: the site masks prices of the last 30 days, and shows fewer to readers who are
 * signed out.
 */
function mergeSales(one: HouseSale, other: HouseSale): HouseSale {
  const [lesser, better] = isBetter(one, other) ? [other, one] : [one, other];
  // A day is not replaced by its month.
  const date = better.date !== null && lesser.date?.startsWith(better.date) ? lesser.date : better.date;
  return {
    ...better,
    price: better.price ?? lesser.price,
    unitPrice: better.unitPrice ?? lesser.unitPrice,
    date,
    days: better.days ?? lesser.days,
    askedPrice: better.askedPrice ?? lesser.askedPrice,
  };
}

/** Says how well the day of a sale is known. */
const precisionOf = ({ date, isRecent }: HouseSale) => (date === null ? Number(isRecent) : 2);

const isBetter = (one: HouseSale, other: HouseSale) =>
  (precisionOf(one) - precisionOf(other) || one.loadedAt - other.loadedAt) > 0;

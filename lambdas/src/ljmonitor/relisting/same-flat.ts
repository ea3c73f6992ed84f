import { directions, type HouseFacts } from 'shared-types/rules/monitor/house-facts';
import { removalTimeOf } from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';
import type { PackedHouse } from '../house-packs/packed-house.ts';

/** A house as far as the rule looks at it. */
export type Candidate = Pick<
  PackedHouse,
  | 'houseId'
  | 'removed'
  | 'price'
  | 'prices'
  | 'createTime'
  | 'updateTime'
  | 'changeTimes'
  | 'fittings'
  | keyof HouseFacts
>;

/** A house that was taken down, and the house as which the same flat was offered again. */
export interface SameFlat<House extends Candidate = Candidate> {
  earlier: House & { price: number };
  later: House & { price: number };
  removedAtMs: number;
}

/**
 * An owner who changes the agency is back within days. With each further day a stranger becomes likelier: in a community of 3000
 * flats with ten of the same facts, and one new house a day, one is found by chance in 14 days with 5%, in 30 days with 10%.
 */
const offeredAgainWithinMs = 14 * dayMs;

/**
 * A house is removed by the second reading that misses it, and the first one may already show the new house. Readings are hours
 * apart by the schedule, and a day when a person hands in the pages each day. Two days allow for one that fails.
 */
const removalFoundWithinMs = 2 * dayMs;

/**
 * The new price is at most a tenth higher or lower. An owner who offers a flat again asks the same or a few per cent less, while a
 * stranger with the same facts may have another view or storey: a price that is further away says that it is one. What the new
 * house costs later says nothing.
 */
const maxPriceRatio = 1.1;

/** Returns when a house left the list; undefined while it is on offer. */
const endOf = (house: Candidate) => (house.removed ? removalTimeOf(house) : undefined);

/**
 * Returns the facts that a flat keeps whoever offers it, as one text: layout, area to 0.01 m², floor, orientation. Undefined if one
 * of them is unknown.
 */
function factsKeyOf({ rooms, halls, area, floor, floors, facing }: Candidate): string | undefined {
  const known = [rooms, halls, area && Math.round(area * 100), floor, floors];
  if (known.includes(undefined) || !facing || facing.length === 0) return undefined;
  return [...known, ...directions.filter((each) => facing.includes(each))].join(' ');
}

/** Both are known, and they are not the same. */
const contradict = (one: unknown, other: unknown) => one !== undefined && other !== undefined && one !== other;

/** An agency may leave the fittings out, but nobody fits a flat anew within days. */
const differInFittings = (one: Candidate, other: Candidate) => contradict(one.fittings, other.fittings);

/** The year tells the buildings of a community apart. The site, or an agency, may leave it out. */
const differInYear = (one: Candidate, other: Candidate) => contradict(one.year, other.year);

/**
 * Returns whether two of the houses were on offer at once. Then they are two flats with the same facts, as two rows of a recorded
 * page are (六铺炕, 54.99 m²), and the facts tell no flat from its twin. Houses are in the order of their first listing.
 */
function hasTwins(houses: readonly Candidate[]): boolean {
  let longestMs = -Infinity;
  return houses.some((house) => {
    const isAtOnce = house.createTime < longestMs - removalFoundWithinMs;
    longestMs = Math.max(longestMs, endOf(house) ?? Infinity);
    return isAtOnce;
  });
}

function sameFlat<House extends Candidate>(earlier: House, later: House, sinceMs: number): SameFlat<House> | undefined {
  const removedAtMs = endOf(earlier);
  if (removedAtMs === undefined || earlier.price === null || later.price === null) return undefined;
  const gapMs = later.createTime - removedAtMs;
  const isOfferedAgain =
    later.createTime > Math.max(sinceMs, earlier.createTime) &&
    gapMs >= -removalFoundWithinMs &&
    gapMs <= offeredAgainWithinMs;
  const [lower = 0, higher = 0] = [earlier.price, later.prices[0]?.price ?? later.price].toSorted(
    (one, other) => one - other,
  );
  if (!isOfferedAgain || higher > lower * maxPriceRatio) return undefined;
  if (differInFittings(earlier, later) || differInYear(earlier, later)) return undefined;
  return {
    earlier: { ...earlier, price: earlier.price },
    later: { ...later, price: later.price },
    removedAtMs,
  };
}

/**
 * Finds the houses of one community that were taken down and offered again under another id. In doubt it finds nothing: a pair
 * counts only if neither of its houses is of another pair, too. Houses that were first seen up to `sinceMs`, when the first
 * reading ended, may have been on offer for months.
 */
export function findSameFlats<House extends Candidate>(houses: Iterable<House>, sinceMs: number): SameFlat<House>[] {
  const byFacts = Map.groupBy(houses, factsKeyOf);
  byFacts.delete(undefined);
  return [...byFacts.values()].flatMap((alike) => {
    if (alike.length < 2) return [];
    const sorted = alike.toSorted((one, other) => one.createTime - other.createTime);
    const hasOneYear = new Set(alike.flatMap(({ year }) => year ?? [])).size < 2;
    if (hasOneYear && hasTwins(sorted)) return [];
    const pairs = sorted.flatMap((earlier, index) =>
      earlier.removed ? sorted.slice(index + 1).flatMap((later) => sameFlat(earlier, later, sinceMs) ?? []) : [],
    );
    const byEarlier = Map.groupBy(pairs, ({ earlier }) => earlier.houseId);
    const byLater = Map.groupBy(pairs, ({ later }) => later.houseId);
    const isOnlyOne = ({ earlier, later }: SameFlat) =>
      byEarlier.get(earlier.houseId)?.length === 1 && byLater.get(later.houseId)?.length === 1;
    const hasTwin = ({ earlier, later }: SameFlat) =>
      hasTwins(sorted.filter((house) => !differInYear(house, earlier) && !differInYear(house, later)));
    return pairs.filter((pair) => isOnlyOne(pair) && !hasTwin(pair));
  });
}

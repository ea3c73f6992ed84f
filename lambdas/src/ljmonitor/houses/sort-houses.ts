import { type HouseOrder, sortValue } from 'shared-types/rules/house';
import type { HouseDigest } from './house.ts';

export interface SortQuery {
  order: HouseOrder;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  minUnitPrice?: number | undefined;
  maxUnitPrice?: number | undefined;
  onOffer?: 'true' | 'false' | undefined;
  fromPlace?: number | undefined;
  fromHouseId?: string | undefined;
}

/**
 * Returns the ids of one page of the houses in an order. The cursor is a sort value and a house id, so a page can
 * continue after a house that has moved in the meantime.
 */
export function sortedPage(houses: readonly HouseDigest[], query: SortQuery, limit: number): string[] {
  const { order, fromPlace = -Infinity, fromHouseId = '' } = query;
  return houses
    .filter((house) => matchesFilters(house, query))
    .map((house) => ({ houseId: house.houseId, value: sortValue(order, house) }))
    .filter(({ value, houseId }) => value > fromPlace || (value === fromPlace && houseId > fromHouseId))
    .toSorted((one, other) => one.value - other.value || (one.houseId < other.houseId ? -1 : 1))
    .slice(0, limit)
    .map(({ houseId }) => houseId);
}

function matchesFilters({ price, unitPrice, removed }: HouseDigest, query: SortQuery): boolean {
  const { minPrice, maxPrice, minUnitPrice, maxUnitPrice, onOffer } = query;
  const filtersUnitPrice = minUnitPrice !== undefined || maxUnitPrice !== undefined;
  return (
    isWithin(price, minPrice, maxPrice) &&
    isWithin(unitPrice, minUnitPrice, maxUnitPrice) &&
    !(filtersUnitPrice && unitPrice === 0) &&
    !(onOffer === 'true' && removed)
  );
}

const isWithin = (value: number, min = -Infinity, max = Infinity) => value >= min && value <= max;

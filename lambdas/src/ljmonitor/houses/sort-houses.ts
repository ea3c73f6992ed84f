import { type HouseOrder, sortValue } from 'shared-types/rules/house';
import type { KnownHouse } from '../ports.ts';

interface SortQuery {
  order: HouseOrder;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  minUnitPrice?: number | undefined;
  maxUnitPrice?: number | undefined;
  onOffer?: 'true' | 'false' | undefined;
  fromPlace?: number | undefined;
  fromHouseId?: string | undefined;
}

/** The ids of one page of these houses in an order: those that come next after a place, whoever stands there by now. */
export function sortedPage(known: readonly KnownHouse[], query: SortQuery, limit: number): string[] {
  const { order, fromPlace = -Infinity, fromHouseId = '' } = query;
  return known
    .filter((house) => isWanted(house, query))
    .map((house) => ({ houseId: house.houseId, place: sortValue(order, house) }))
    .filter(({ place, houseId }) => place > fromPlace || (place === fromPlace && houseId > fromHouseId))
    .toSorted((one, other) => one.place - other.place || (one.houseId < other.houseId ? -1 : 1))
    .slice(0, limit)
    .map(({ houseId }) => houseId);
}

function isWanted({ price, unitPrice, removed }: KnownHouse, query: SortQuery): boolean {
  const { minPrice, maxPrice, minUnitPrice, maxUnitPrice, onOffer } = query;
  const asksUnitPrice = minUnitPrice !== undefined || maxUnitPrice !== undefined;
  return (
    isWithin(price, minPrice, maxPrice) &&
    isWithin(unitPrice, minUnitPrice, maxUnitPrice) &&
    !(asksUnitPrice && unitPrice === 0) &&
    !(onOffer === 'true' && removed)
  );
}

const isWithin = (value: number, least = -Infinity, most = Infinity) => value >= least && value <= most;

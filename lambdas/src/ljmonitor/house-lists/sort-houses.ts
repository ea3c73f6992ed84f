import { type HouseOrder, sortValue } from 'shared-types/rules/monitor/house-orders';
import type { Direction, FloorLevel } from 'shared-types/rules/monitor/house-facts';
import type { PackedHouse } from '../house-packs/packed-house.ts';

export interface SortQuery {
  order: HouseOrder;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  minUnitPrice?: number | undefined;
  maxUnitPrice?: number | undefined;
  minArea?: number | undefined;
  maxArea?: number | undefined;
  minRooms?: number | undefined;
  maxRooms?: number | undefined;
  minYear?: number | undefined;
  maxYear?: number | undefined;
  facing?: Direction | undefined;
  floor?: FloorLevel | undefined;
  onOffer?: 'true' | 'false' | undefined;
  fromPlace?: number | undefined;
  fromHouseId?: string | undefined;
}

interface Place {
  houseId: string;
  value: number;
}

const isBefore = (one: Place, other: Place) =>
  one.value < other.value || (one.value === other.value && one.houseId < other.houseId);

/**
 * Returns the ids of one page of the houses in an order. The cursor is a sort value and a house id, so a page can
 * continue after a house that has moved in the meantime. Only one page is sorted, not the houses of all.
 */
export function sortedPage(houses: Iterable<PackedHouse>, query: SortQuery, limit: number): string[] {
  const { order, fromPlace = -Infinity, fromHouseId = '' } = query;
  const from = { value: fromPlace, houseId: fromHouseId };
  const page: Place[] = [];
  for (const house of houses) {
    if (!matchesFilters(house, query)) continue;
    const place = { houseId: house.houseId, value: sortValue(order, house) };
    const last = page.length === limit ? page.at(-1) : undefined;
    if (!isBefore(from, place) || (last && !isBefore(place, last))) continue;
    const at = page.findIndex((each) => isBefore(place, each));
    page.splice(at < 0 ? page.length : at, 0, place);
    if (page.length > limit) page.pop();
  }
  return page.map(({ houseId }) => houseId);
}

export function matchesFilters(house: PackedHouse, query: Omit<SortQuery, 'order'>): boolean {
  const { price, unitPrice, removed, area, rooms, year, facing, floor } = house;
  return (
    isWithin(price ?? undefined, query.minPrice, query.maxPrice) &&
    isWithin(unitPrice || undefined, query.minUnitPrice, query.maxUnitPrice) &&
    isWithin(area, query.minArea, query.maxArea) &&
    isWithin(rooms, query.minRooms, query.maxRooms) &&
    isWithin(year, query.minYear, query.maxYear) &&
    (query.facing === undefined || (facing?.includes(query.facing) ?? false)) &&
    (query.floor === undefined || floor === query.floor) &&
    !(query.onOffer === 'true' && removed)
  );
}

/** Without limits every value is within. An unknown value is within no limits. */
const isWithin = (value: number | undefined, min?: number, max?: number) =>
  (min === undefined && max === undefined) ||
  (value !== undefined && value >= (min ?? -Infinity) && value <= (max ?? Infinity));

import { type HouseOrder, sortValue } from 'shared-types/rules/monitor/house-orders';
import type { PackedHouse } from '../house-packs/packed-house.ts';

/** The order of a list, and the house after which a page begins. */
export interface SortQuery {
  order: HouseOrder;
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
 * Returns the ids of one page of the houses in an order, and how many follow it. The cursor is a sort value and a house id, so a
 * page can continue after a house that has moved, or left the list, in the meantime. Only one page is sorted, not the houses of
 * all.
 */
export function sortedPage(
  houses: Iterable<PackedHouse>,
  { order, fromPlace = -Infinity, fromHouseId = '' }: SortQuery,
  limit: number,
) {
  const from = { value: fromPlace, houseId: fromHouseId };
  const page: Place[] = [];
  let behind = 0;
  for (const house of houses) {
    const place = { houseId: house.houseId, value: sortValue(order, house) };
    if (!isBefore(from, place)) continue;
    behind += 1;
    const last = page.length === limit ? page.at(-1) : undefined;
    if (last && !isBefore(place, last)) continue;
    const at = page.findIndex((each) => isBefore(place, each));
    page.splice(at < 0 ? page.length : at, 0, place);
    if (page.length > limit) page.pop();
  }
  return { houseIds: page.map(({ houseId }) => houseId), left: behind - page.length };
}

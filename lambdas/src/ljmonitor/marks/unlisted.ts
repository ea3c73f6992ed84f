import type { ResblockStore } from '../communities/community-store.ts';
import type { HouseStore } from '../houses/house-store.ts';

export interface ListedPorts {
  store: Pick<ResblockStore, 'listResblocks'> & Pick<HouseStore, 'findHouses'>;
}

/** Returns those of the houses that are in no list, because their community is deleted. A user could not remove their marks. */
export async function findUnlisted({ store }: ListedPorts, houseIds: readonly string[]): Promise<string[]> {
  const [resblocks, houses] = await Promise.all([store.listResblocks(), store.findHouses(houseIds)]);
  const tracked = new Set(resblocks.map(({ resblockId }) => resblockId));
  const listed = new Set(houses.filter(({ resblockId }) => tracked.has(resblockId)).map(({ houseId }) => houseId));
  return houseIds.filter((houseId) => !listed.has(houseId));
}

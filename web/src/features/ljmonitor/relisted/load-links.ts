import type { House } from 'shared-types/contract/ljmonitor';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { call } from '../../../api/call.ts';
import { gatherHouses } from '../gather-houses.ts';

export type HouseOfLinks = Pick<House, 'houseId' | 'resblockId'>;

/** Loads the links of a house, with those of the rows that ask beside it: each call compares all houses of their communities. */
export const loadLinks = gatherHouses(async (houses: readonly HouseOfLinks[]): Promise<Relisting[]> => {
  if (houses.length === 0) return [];
  const houseIds = houses.map(({ houseId }) => houseId);
  const resblockIds = [...new Set(houses.map(({ resblockId }) => resblockId))];
  return call('GET /api/ljmonitor/relistings', { query: { houseIds, resblockIds } });
});

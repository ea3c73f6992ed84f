import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { maxHousesOfQuery } from 'shared-types/rules/limits';
import { type EndOfOffer, endOfOffer } from './end-of-offer.ts';
import { salesOfHouseQuery, soldQuery } from './queries.ts';

/**
 * Loads how the offers of these houses ended. Houses on offer are left out. For more houses of a community than one call takes, all
 * its sales are read, which costs less than the sales of each house.
 */
export async function loadEnds(client: QueryClient, houses: readonly House[]): Promise<Map<string, EndOfOffer>> {
  const gone = houses.filter(({ removed }) => removed);
  const byCommunity = Map.groupBy(gone, ({ resblockId }) => resblockId);
  const loadSold = (house: House) =>
    (byCommunity.get(house.resblockId)?.length ?? 0) > maxHousesOfQuery
      ? client.fetchQuery(soldQuery(house.resblockId))
      : client.fetchQuery(salesOfHouseQuery(house));
  const ends = await Promise.all(
    gone.map(async (house): Promise<[string, EndOfOffer][]> => {
      const end = endOfOffer(house, await loadSold(house));
      return end ? [[house.houseId, end]] : [];
    }),
  );
  return new Map(ends.flat());
}

/** Loads the ends of the offers of folded houses. */
export const endsQuery = (client: QueryClient, houses: readonly House[]) =>
  queryOptions({
    queryKey: ['ljmonitor', 'ends', ...houses.map(({ houseId, updateTime }) => `${houseId}@${updateTime}`)],
    queryFn: async () => [...(await loadEnds(client, houses)).values()],
  });

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { type EndOfOffer, endOfOffer } from './end-of-offer.ts';
import { soldQuery } from './queries.ts';

/** Loads how the offers of these houses ended, from the sold houses of their communities. Houses on offer are left out. */
export async function loadEnds(client: QueryClient, houses: readonly House[]): Promise<Map<string, EndOfOffer>> {
  const gone = houses.filter(({ removed }) => removed);
  const ends = new Map<string, EndOfOffer>();
  for (const [resblockId, all] of Map.groupBy(gone, (house) => house.resblockId)) {
    const sold = await client.fetchQuery(soldQuery(resblockId));
    for (const house of all) {
      const end = endOfOffer(house, sold);
      if (end) ends.set(house.houseId, end);
    }
  }
  return ends;
}

/** Loads the ends of the offers of folded houses. */
export const endsQuery = (client: QueryClient, houses: readonly House[]) =>
  queryOptions({
    queryKey: ['ljmonitor', 'ends', ...houses.map(({ houseId, updateTime }) => `${houseId}@${updateTime}`)],
    queryFn: async () => [...(await loadEnds(client, houses)).values()],
  });

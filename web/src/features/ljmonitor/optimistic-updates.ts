import type { Query, QueryClient } from '@tanstack/react-query';
import type { HousePages, mapHouses } from './houses/house-pages.ts';
import { houseQueries } from './queries.ts';

export const hasData = ({ state }: Query) => state.data !== undefined;

type HouseUpdate = ReturnType<typeof mapHouses>;

/** Updates every list of houses in the cache. */
export const updateHouses = (client: QueryClient, update: HouseUpdate) =>
  client.setQueriesData<HousePages>({ queryKey: houseQueries.queryKey }, update);

/**
 * Updates every list once the server has made a change, also a list that is loading for the first time: its response may be older
 * than the change.
 */
export function updateHousesAfterChange(client: QueryClient, update: HouseUpdate) {
  updateHouses(client, update);
  for (const list of client.getQueryCache().findAll(houseQueries))
    if (!hasData(list))
      void list.promise?.then(
        () => client.setQueryData<HousePages>(list.queryKey, update),
        () => undefined,
      );
}

/** Updates every list before the server answers. Cancels running refetches, which would bring the old state back. */
export async function updateHousesOptimistically(client: QueryClient, update: HouseUpdate) {
  // A first load continues: nothing would start it again.
  await client.cancelQueries({ ...houseQueries, predicate: hasData });
  updateHouses(client, update);
}

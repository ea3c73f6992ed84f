import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { HousePages, mapHouses } from './houses/house-pages.ts';
import { houseQueries } from './queries.ts';

export const hasData = ({ state }: Query) => state.data !== undefined;

type HouseUpdate = ReturnType<typeof mapHouses>;

/** Updates every list of houses in the cache. */
export const updateHouses = (client: QueryClient, update: HouseUpdate) =>
  client.setQueriesData<HousePages>({ queryKey: houseQueries.queryKey }, update);

/**
 * Updates the data below a key once the server has made a change, also what is loading for the first time: its response may be
 * older than the change.
 */
export function updateAfterChange<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  update: (data: Data | undefined) => Data | undefined,
) {
  client.setQueriesData<Data>({ queryKey }, update);
  for (const query of client.getQueryCache().findAll({ queryKey }))
    if (!hasData(query))
      void query.promise?.then(
        () => client.setQueryData<Data>(query.queryKey, update),
        () => undefined,
      );
}

/** Updates every list once the server has made a change. */
export const updateHousesAfterChange = (client: QueryClient, update: HouseUpdate) =>
  updateAfterChange<HousePages>(client, houseQueries.queryKey, update);

/** Updates every list before the server answers. Cancels running refetches, which would bring the old state back. */
export async function updateHousesOptimistically(client: QueryClient, update: HouseUpdate) {
  // A first load continues: nothing would start it again.
  await client.cancelQueries({ ...houseQueries, predicate: hasData });
  updateHouses(client, update);
}

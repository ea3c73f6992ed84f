import { queryOptions } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { minuteMs } from 'shared-types/rules/time';
import { call } from '../../../api/call.ts';
import type { KnownSales } from './end-of-offer.ts';
import { gatherHouses } from '../gather-houses.ts';

/** Sales change when a person hands in a page of them. */
const soldQueries = { queryKey: ['ljmonitor', 'sold'], meta: { part: 'sales' }, staleTime: minuteMs };

/** Loads the sold houses of a community. */
export const soldQuery = (resblockId: string) =>
  queryOptions({
    ...soldQueries,
    queryKey: [...soldQueries.queryKey, resblockId],
    queryFn: ({ signal }) => call('GET /api/ljmonitor/sold', { query: { resblockId }, signal }),
  });

type HouseOfSales = Pick<House, 'houseId' | 'resblockId'>;

/** A row that is gone before its sales are asked for needs none. */
const nothingKnown: KnownSales = { sales: [], readings: [] };

/** Asks once for the houses of each community. One that fails does not keep the others back. */
const loadSales = gatherHouses((houses: readonly HouseOfSales[]) => {
  const byCommunity = Map.groupBy(houses, ({ resblockId }) => resblockId);
  return new Map(
    Array.from(byCommunity, ([resblockId, all]): [string, Promise<KnownSales>] => {
      const query = { resblockId, houseIds: all.map(({ houseId }) => houseId) };
      return [resblockId, call('GET /api/ljmonitor/sold', { query })];
    }),
  );
});

/** Loads the sales of a house, with those of the rows that appear beside it: a community may have sold thousands of others. */
export const salesOfHouseQuery = (house: HouseOfSales) =>
  queryOptions({
    ...soldQueries,
    queryKey: [...soldQueries.queryKey, house.resblockId, house.houseId],
    queryFn: async ({ signal }) => (await loadSales(house, signal)).get(house.resblockId) ?? nothingKnown,
  });

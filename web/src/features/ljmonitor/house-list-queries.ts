import { infiniteQueryOptions, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { InputOf } from 'shared-types/contract/api';
import type { House } from 'shared-types/contract/ljmonitor';
import { placeOf } from 'shared-types/rules/monitor/house-orders';
import { call } from '../../api/call.ts';
import { type HousePages, keptPage } from './houses/house-pages.ts';
import { houseQueries, monitorQueries, type PageRequest } from './queries.ts';

/** The order and the filters of a list that the server sorts over all houses. */
export type SortedListQuery = Omit<
  NonNullable<InputOf<'GET /api/ljmonitor/house/sorted'>['query']>,
  'fromPlace' | 'fromHouseId'
>;

interface ListRequest extends PageRequest<House> {
  client: QueryClient;
  queryKey: QueryKey;
}

/** A change may move a house to any place of a sorted list, so a refetch asks for more of it. */
const minAskedOfSorted = 3;

/**
 * Loads a list of houses, newest update first unless `sorting` says otherwise. An empty page ends the pagination. The
 * starred and the hidden houses come in one page. A refetch asks for the first pages until it meets the loaded ones,
 * because every change moves a house to the top. Only an invalidated list is loaded again as a whole. Sorted lists
 * change with a refresh, whose end refetches them.
 */
export const housesQuery = (sorting: SortedListQuery | null, flag?: 'starred' | 'hidden') =>
  infiniteQueryOptions({
    queryKey: [...houseQueries.queryKey, flag ?? sorting],
    queryFn: ({ pageParam: last, signal, client, queryKey }: ListRequest) =>
      keptPageOf(client, queryKey, last, sorting ? minAskedOfSorted : 1) ?? loadHouses(sorting, flag, last, signal),
    initialPageParam: null,
    getNextPageParam: (page: House[]) => (flag ? undefined : page.at(-1)),
    refetchOnWindowFocus: sorting === null,
  });

function keptPageOf(client: QueryClient, queryKey: QueryKey, last: House | null, minAsked: number) {
  const state = client.getQueryState<HousePages>(queryKey);
  return last && !state?.isInvalidated ? keptPage(state?.data, last, minAsked) : undefined;
}

const isList = ({ queryKey }: Query) => queryKey[1] === houseQueries.queryKey[1];

/** Asks for everything that a screen shows, and for what is new in the lists of houses. */
export function refetchMonitor(client: QueryClient) {
  void client.invalidateQueries({ ...monitorQueries, predicate: (query) => !isList(query) });
  void client.refetchQueries({ ...houseQueries, type: 'active' });
}

/** Loads the page of a list that follows the house `last`. */
export function loadHouses(
  sorting: SortedListQuery | null,
  flag: 'starred' | 'hidden' | undefined,
  last: House | null,
  signal: AbortSignal,
) {
  if (flag) return call('GET /api/ljmonitor/house/chosen', { query: { choice: flag }, signal });
  return sorting ? sortedHouses(sorting, last, signal) : latestHouses(last, signal);
}

const latestHouses = (last: House | null, signal: AbortSignal) =>
  call(
    'GET /api/ljmonitor/house',
    last ? { query: { fromUpdateTime: last.updateTime, fromHouseId: last.houseId }, signal } : { signal },
  );

const sortedHouses = (sorting: SortedListQuery, last: House | null, signal: AbortSignal) =>
  call('GET /api/ljmonitor/house/sorted', {
    query: last
      ? {
          ...sorting,
          fromPlace: placeOf(sorting.order, last),
          fromHouseId: last.houseId,
        }
      : sorting,
    signal,
  });

import {
  infiniteQueryOptions,
  type Query,
  queryOptions,
  type QueryClient,
  type QueryKey,
  skipToken,
} from '@tanstack/react-query';
import type { InputOf } from 'shared-types/contract/api';
import type { House, SortedHouses } from 'shared-types/contract/ljmonitor';
import { isUnread } from 'shared-types/rules/house';
import { placeOf } from 'shared-types/rules/monitor/house-orders';
import { call } from '../../api/call.ts';
import { distinctHouses, type HousePages, keptPage, withReadRows } from './houses/house-pages.ts';
import { houseQueries, monitorQueries, type PageRequest } from './queries.ts';

/** The order and the filters of a list that the server sorts and filters over all houses. */
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

const isByUpdate = (sorting: SortedListQuery | null) => sorting === null || sorting.order === '-updateTime';

const hasOnlyUnread = ({ unread, since, news }: SortedListQuery) =>
  unread === 'true' || since !== undefined || news !== undefined;

const listKey = (sorting: SortedListQuery | null) => [...houseQueries.queryKey, sorting];

/**
 * Loads a list of houses, newest update first unless `sorting` says otherwise. An empty page ends the pagination. A refetch asks
 * for the first pages until it meets the loaded ones, because every change moves a house to the top. Only an invalidated list is
 * loaded again as a whole. Lists in other orders change with a refresh, whose end refetches them.
 */
export const housesQuery = (sorting: SortedListQuery | null) =>
  infiniteQueryOptions({
    queryKey: listKey(sorting),
    meta: { part: 'houses' },
    queryFn: async ({ pageParam: last, signal, client, queryKey }: ListRequest) =>
      keptPageOf(client, queryKey, last, isByUpdate(sorting) ? 1 : minAskedOfSorted) ??
      (sorting ? sortedPage(client, sorting, last, signal) : latestHouses(last, signal)),
    initialPageParam: null,
    getNextPageParam: (page: House[]) => page.at(-1),
    refetchOnWindowFocus: isByUpdate(sorting),
  });

/** The number of houses that match a list, which comes with its first page. */
export const matchesQuery = (sorting: SortedListQuery | null) =>
  queryOptions<number>({ queryKey: ['ljmonitor', 'matches', sorting], queryFn: skipToken });

function keptPageOf(client: QueryClient, queryKey: QueryKey, last: House | null, minAsked: number) {
  const state = client.getQueryState<HousePages>(queryKey);
  return last && !state?.isInvalidated ? keptPage(state?.data, last, minAsked) : undefined;
}

const isList = ({ queryKey }: Query) => queryKey[1] === houseQueries.queryKey[1];

/** Returns whether a list has starred houses only. */
export const isStarredList = ({ queryKey: [, , sorting] }: Query) =>
  typeof sorting === 'object' && sorting !== null && 'choice' in sorting && sorting.choice === 'starred';

/** Asks for everything that a screen shows, and for what is new in the lists of houses. */
export function refetchMonitor(client: QueryClient) {
  void client.invalidateQueries({ ...monitorQueries, predicate: (query) => !isList(query) });
  void client.refetchQueries({ ...houseQueries, type: 'active' });
}

/** Loads the page of a sorted list that follows the house `last`, and notes how many houses match. */
async function sortedPage(client: QueryClient, sorting: SortedListQuery, last: House | null, signal: AbortSignal) {
  const { houses, matches, left } = await sortedHouses(sorting, last, signal);
  const loaded = hasOnlyUnread(sorting)
    ? distinctHouses(client.getQueryData<HousePages>(listKey(sorting))?.pages ?? [])
    : [];
  if (last === null) {
    const read = loaded.filter((house) => !isUnread(house));
    client.setQueryData(matchesQuery(sorting).queryKey, matches + read.length);
  }
  return withReadRows(houses, loaded, { order: sorting.order, after: last, isLast: left === 0 });
}

/** Loads the page of a list that follows the house `last`. The list of updates does not know how many houses are left. */
export const loadHouses = async (
  sorting: SortedListQuery | null,
  last: House | null,
  signal: AbortSignal,
): Promise<Pick<SortedHouses, 'houses'> & { left?: number }> =>
  sorting ? sortedHouses(sorting, last, signal) : { houses: await latestHouses(last, signal) };

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

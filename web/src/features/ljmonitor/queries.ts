import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from 'shared-types/contract/api';
import { priceDropOf, sortValue } from 'shared-types/rules/house';
import type { House, RefreshStatus } from 'shared-types/contract/ljmonitor';
import { retryInterval } from '../../api/query-client.ts';
import { call } from '../../api/call.ts';
import { isTabHidden } from '../../lib/use-hidden.ts';

const runningPollMs = 2_000;
/** The schedule or another user may start a refresh at any time. */
const idlePollMs = 60_000;
const summaryPollMs = 5 * 60_000;

/** Matches all queries of this tool, to invalidate them together. */
export const monitorQueries = { queryKey: ['ljmonitor'] };

export const communitiesQuery = queryOptions({
  queryKey: ['ljmonitor', 'resblocks'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock', { signal }),
});

export const summaryQueries = { queryKey: ['ljmonitor', 'summary'] };

/** A hidden tab asks, too, so that the count in its title stays true. */
export const summaryQuery = queryOptions({
  ...summaryQueries,
  queryFn: ({ signal }) => call('GET /api/ljmonitor/summary', { signal }),
  refetchInterval: (query) => (!isTabHidden() && retryInterval(query)) || summaryPollMs,
  refetchIntervalInBackground: true,
});

export interface PageRequest<Start> {
  /** The cursor; null for the first page. */
  pageParam: Start | null;
  signal: AbortSignal;
}

/** Matches the lists of houses in all orders. */
export const houseQueries = { queryKey: ['ljmonitor', 'houses'] };

/** The order and the filters of a list that the server sorts over all houses. */
export type SortedListQuery = Omit<
  NonNullable<InputOf<'GET /api/ljmonitor/house/sorted'>['query']>,
  'fromPlace' | 'fromHouseId'
>;

/**
 * A list of houses, newest update first unless `sorting` says otherwise. An empty page ends the pagination. The starred
 * and the hidden houses come in one page.
 */
export const housesQuery = (sorting: SortedListQuery | null, flag?: 'starred' | 'hidden') =>
  infiniteQueryOptions({
    queryKey: [...houseQueries.queryKey, flag ?? sorting],
    queryFn: ({ pageParam: last, signal }: PageRequest<House>) => loadHouses(sorting, flag, last, signal),
    initialPageParam: null,
    getNextPageParam: (page: House[]) => (flag ? undefined : page.at(-1)),
  });

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
          fromPlace: sortValue(sorting.order, { ...last, drop: priceDropOf(last) }),
          fromHouseId: last.houseId,
        }
      : sorting,
    signal,
  });

export const refreshStatusQuery = queryOptions({
  queryKey: ['ljmonitor', 'refreshStatus'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/batch/refreshStatus', { signal }),
  refetchInterval: (query) => retryInterval(query) || refreshPollMs(query.state.data),
});

export const refreshPollMs = (status: RefreshStatus | undefined) => (status?.isRefreshing ? runningPollMs : idlePollMs);

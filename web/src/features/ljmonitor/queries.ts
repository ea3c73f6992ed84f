import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from 'shared-types/contract/api';
import { priceDropOf, sortValue } from 'shared-types/rules/house';
import type { House, RefreshStatus } from 'shared-types/contract/ljmonitor';
import { retryInterval } from '../../api/query-client.ts';
import { call } from '../../api/call.ts';

const followMs = 2_000;
const lookMs = 60_000;

/** Everything that this screen shows, to be asked again in one go. */
export const monitorQueries = { queryKey: ['ljmonitor'] };

export const communitiesQuery = queryOptions({
  queryKey: ['ljmonitor', 'resblocks'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock', { signal }),
});

/** How many are unread. */
export const summaryQueries = { queryKey: ['ljmonitor', 'summary'] };

export const summaryQuery = queryOptions({
  ...summaryQueries,
  queryFn: ({ signal }) => call('GET /api/ljmonitor/summary', { signal }),
});

export interface PageRequest<Start> {
  /** null: the first page. */
  pageParam: Start | null;
  signal: AbortSignal;
}

/** The houses in all orders that have been asked for. */
export const houseQueries = { queryKey: ['ljmonitor', 'houses'] };

/** What the server sorts, and which of it: over all houses it knows, not over those that happen to be here. */
export type SortedListQuery = Omit<
  NonNullable<InputOf<'GET /api/ljmonitor/house/sorted'>['query']>,
  'fromPlace' | 'fromHouseId'
>;

/**
 * All houses, newest update first; or sorted. A page at a time; an empty page ends the list. Those that a person chose
 * come all at once.
 */
export const housesQuery = (sorting: SortedListQuery | null, choice?: 'starred' | 'hidden') =>
  infiniteQueryOptions({
    queryKey: [...houseQueries.queryKey, choice ?? sorting],
    queryFn: ({ pageParam: last, signal }: PageRequest<House>) =>
      choice
        ? call('GET /api/ljmonitor/house/chosen', { query: { choice }, signal })
        : sorting
          ? sortedHouses(sorting, last, signal)
          : latestHouses(last, signal),
    initialPageParam: null,
    getNextPageParam: (page: House[]) => (choice ? undefined : page.at(-1)),
  });

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

/** How the refresh stands: followed closely while it runs; and who starts the next one may be the schedule, or another person. */
export const refreshStatusQuery = queryOptions({
  queryKey: ['ljmonitor', 'refreshStatus'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/batch/refreshStatus', { signal }),
  refetchInterval: (query) => retryInterval(query) || refreshPollMs(query.state.data),
});

export const refreshPollMs = (status: RefreshStatus | undefined) => (status?.isRefreshing ? followMs : lookMs);

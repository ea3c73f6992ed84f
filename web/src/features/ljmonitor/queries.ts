import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { House, RefreshStatus } from 'shared-types/ljmonitor';
import { askAgainAfter } from '../../api/query-client.ts';
import { call } from '../../api/call.ts';

const followMs = 2_000;
/** A longer wait than a timer can hold would end at once. */
const longestTimerMs = 24 * 60 * 60 * 1000;

/** Everything that this screen shows, to be asked again in one go. */
export const everything = { queryKey: ['ljmonitor'] };

export const resblocksQuery = queryOptions({
  queryKey: ['ljmonitor', 'resblocks'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock', { signal }),
});

export const summaryQuery = queryOptions({
  queryKey: ['ljmonitor', 'summary'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/summary', { signal }),
});

interface PageAsked<Start> {
  /** null: the first page. */
  pageParam: Start | null;
  signal: AbortSignal;
}

/** Where the next page starts. */
interface Cursor {
  fromUpdateTime: number;
  fromHouseId: string;
}

/** All houses, newest update first, a page at a time; an empty page ends the list. */
export const housesQuery = infiniteQueryOptions({
  queryKey: ['ljmonitor', 'houses'],
  queryFn: ({ pageParam, signal }: PageAsked<Cursor>) =>
    call('GET /api/ljmonitor/house', pageParam ? { query: pageParam, signal } : { signal }),
  initialPageParam: null,
  getNextPageParam: (page: House[]) => {
    const last = page.at(-1);
    return last && { fromUpdateTime: last.updateTime, fromHouseId: last.houseId };
  },
});

/** The older versions of a house, newest first. A new version of it is another list. */
export const historyQuery = ({ houseId, updateTime, createTime }: House) =>
  infiniteQueryOptions({
    queryKey: ['ljmonitor', 'history', houseId, updateTime],
    queryFn: ({ pageParam, signal }: PageAsked<number>) =>
      call('GET /api/ljmonitor/house/{houseId}/history', {
        params: { houseId },
        ...(pageParam !== null && { query: { fromUpdateTime: pageParam } }),
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (page: House[]) => {
      const last = page.at(-1);
      // The version of the day it was found is the last one: no need to ask and find nothing.
      return last && last.updateTime > createTime ? last.updateTime : undefined;
    },
  });

/** How the refresh stands: followed closely while it runs, and looked at when the next one is due. */
export const refreshStatusQuery = queryOptions({
  queryKey: ['ljmonitor', 'refreshStatus'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/batch/refreshStatus', { signal }),
  refetchInterval: (query) => askAgainAfter(query) || askStatusAfter(query.state.data, Date.now()),
});

export function askStatusAfter(status: RefreshStatus | undefined, now: number) {
  if (status?.isRefreshing) return followMs;
  const next = status?.nextRefreshAt ?? null;
  return next !== null && next > now && Math.min(next - now + followMs, longestTimerMs);
}

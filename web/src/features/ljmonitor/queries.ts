import { queryOptions } from '@tanstack/react-query';
import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { retryInterval } from '../../api/query-client.ts';
import { call } from '../../api/call.ts';
import { isTabHidden } from '../../lib/tab/use-hidden.ts';

const runningPollMs = 2_000;
/** The schedule or another user may start a refresh at any time. */
const idlePollMs = 60_000;
const summaryPollMs = 5 * 60_000;

/** Matches all queries of this tool, to invalidate them together. */
export const monitorQueries = { queryKey: ['ljmonitor'] };

/** They load again at the end of a reading, and when their number in the summary has changed. */
export const communitiesQuery = queryOptions({
  queryKey: ['ljmonitor', 'resblocks'],
  meta: { part: 'communities' },
  queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock', { signal }),
  refetchOnWindowFocus: false,
});

export const summaryQueries = { queryKey: ['ljmonitor', 'summary'] };

/** A hidden tab asks, too, so that the count in its title stays true. */
export const summaryQuery = queryOptions({
  ...summaryQueries,
  meta: { part: 'number of unread houses' },
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

export const refreshStatusQuery = queryOptions({
  queryKey: ['ljmonitor', 'refreshStatus'],
  meta: { part: 'state of the refresh' },
  queryFn: ({ signal }) => call('GET /api/ljmonitor/batch/refreshStatus', { signal }),
  refetchInterval: (query) => retryInterval(query) || refreshPollMs(query.state.data),
});

export const refreshPollMs = (status: RefreshStatus | undefined) => (status?.isRefreshing ? runningPollMs : idlePollMs);

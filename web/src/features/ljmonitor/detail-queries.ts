// The queries of the parts that open beneath a row have a file of their own, so that they load with those parts.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../api/call.ts';
import type { PageRequest } from './queries.ts';

/** Loads the older versions of a house, newest first. Each new version has its own list. */
export const historyQuery = ({
  houseId,
  updateTime,
  createTime,
}: Pick<House, 'houseId' | 'updateTime' | 'createTime'>) =>
  infiniteQueryOptions({
    queryKey: ['ljmonitor', 'history', houseId, updateTime],
    meta: { part: 'history' },
    queryFn: ({ pageParam, signal }: PageRequest<number>) =>
      call('GET /api/ljmonitor/house/{houseId}/history', {
        params: { houseId },
        ...(pageParam !== null && { query: { fromUpdateTime: pageParam } }),
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (page: House[]) => {
      const last = page.at(-1);
      // The version from the house's creation is the last one, so no empty page has to be loaded.
      return last && last.updateTime > createTime ? last.updateTime : undefined;
    },
  });

/** Loads the daily median unit prices of a community. */
export const statsQuery = (resblockId: string) =>
  queryOptions({
    queryKey: ['ljmonitor', 'stats', resblockId],
    meta: { part: 'chart' },
    queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock/{resblockId}/stats', { params: { resblockId }, signal }),
  });

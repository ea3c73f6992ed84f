// Of what opens beneath a row: apart from the others, so that they are loaded with it.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../api/call.ts';
import type { PageRequest } from './queries.ts';

/** The older versions of a house, newest first. A new version of it is another list. */
export const historyQuery = ({ houseId, updateTime, createTime }: House) =>
  infiniteQueryOptions({
    queryKey: ['ljmonitor', 'history', houseId, updateTime],
    queryFn: ({ pageParam, signal }: PageRequest<number>) =>
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

/** What a community's houses cost, day by day. */
export const statsQuery = (resblockId: string) =>
  queryOptions({
    queryKey: ['ljmonitor', 'stats', resblockId],
    queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock/{resblockId}/stats', { params: { resblockId }, signal }),
  });

import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Loads the sold houses of a community. They change when a person hands in a page of them. */
export const soldQuery = (resblockId: string) =>
  queryOptions({
    queryKey: ['ljmonitor', 'sold', resblockId],
    meta: { part: 'sales' },
    queryFn: ({ signal }) => call('GET /api/ljmonitor/sold', { query: { resblockId }, signal }),
    staleTime: 60_000,
  });

import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const personasQuery = queryOptions({
  queryKey: ['chat', 'personas'],
  meta: { part: 'personas' },
  queryFn: ({ signal }) => call('GET /api/chat/personas', { signal }),
  staleTime: 60_000,
});

import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Whether the user is the owner. Never stale: the deployment names the owner. */
export const ownerQuery = queryOptions({
  queryKey: ['auth', 'owner'],
  queryFn: ({ signal }) => call('GET /api/auth/owner', { signal }),
  staleTime: Infinity,
});

import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Who is signed in: asked once for the life of the page. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/session', { signal })).data.userContext,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

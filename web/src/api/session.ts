import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './call.ts';
import { refreshOrSignIn, isAuthPath, isUnauthenticated } from './sign-in.ts';

/** Who is signed in: asked once for the life of the page. Only the sign-in pages get to know that it is nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      return (await call('GET /api/auth/session', { signal })).data.userContext;
    } catch (error) {
      if (isUnauthenticated(error) && !isAuthPath(location.pathname)) return refreshOrSignIn();
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Whoever leaves the sign-in pages without having signed in is asked for again, and brought back. */
export function useSignInGuard(pathname: string) {
  const { error, refetch } = useQuery(sessionQuery);
  useEffect(() => {
    if (isUnauthenticated(error) && !isAuthPath(pathname)) void refetch();
  }, [error, pathname, refetch]);
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { claimDrafts } from '../lib/draft-storage.ts';
import { receivePreferences } from '../lib/preferences/preferences.ts';
import { call } from './call.ts';
import { isGatewayError } from './api-error.ts';
import { refreshOrSignIn, isAuthPath, isUnauthenticated } from './sign-in.ts';

/** The signed-in user, fetched once per page load. Only the sign-in pages see the error of an anonymous visitor. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      const { userContext, preferences } = (await call('GET /api/auth/session', { signal })).data;
      receivePreferences(preferences);
      claimDrafts(userContext.userId);
      return userContext;
    } catch (error) {
      if (isUnauthenticated(error) && !isAuthPath(location.pathname)) return refreshOrSignIn();
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
  // As long as the other calls are repeated, see retry.ts. Here the page shows meanwhile that the first attempt has failed.
  retry: (failures, error) => failures < 3 && isGatewayError(error),
  retryDelay: (failures) => 300 * 3 ** failures * (0.75 + Math.random() / 2),
  // A screen that is loaded after a visitor's 401 shows its error instead of asking again.
  retryOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Leaving the sign-in pages without a session looks up the session again, which redirects to sign-in. */
export function useSignInGuard(pathname: string) {
  const { error, refetch } = useQuery(sessionQuery);
  useEffect(() => {
    if (isUnauthenticated(error) && !isAuthPath(pathname)) void refetch();
  }, [error, pathname, refetch]);
}

import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'shared-types/contract/api';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { retryInterval } from '../../../api/query-client.ts';

type GoogleInit = Answer<'GET /api/auth/google/init'>;

/** A started sign-in is valid for 10 min, so the button starts a new one after 9. */
export const maxInitAgeMs = 9 * 60_000;

/** The owner has not set up Google sign-in, so a retry cannot help. */
export const isNotSetUp = (error: unknown) => error instanceof ApiError && error.details['isSetUp'] === false;

export const googleInitQuery = queryOptions({
  queryKey: ['auth', 'googleInit'],
  // The lock lets tabs that load together start one after the other, so that all use the same browser cookie.
  queryFn: ({ signal }) =>
    navigator.locks.request('google-init', { signal }, () => call('GET /api/auth/google/init', { signal })),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchInterval: (query) => !isNotSetUp(query.state.error) && retryInterval(query),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/**
 * Returns the authorization page of Google, which redirects back to this site. A consent lets the site renew the
 * session each hour.
 */
export const googleAuthorizationUrl = (init: GoogleInit, origin: string, redirectUrl: string | null) =>
  authorizationUrl(init, origin, redirectUrl, { prompt: 'consent', access_type: 'offline' });

/** Returns the same page for a signed-in user, who is asked to choose the account again. */
export const googleConfirmationUrl = (init: GoogleInit, origin: string, userId: string) =>
  authorizationUrl(init, origin, '/auth/confirmed', {
    prompt: 'select_account',
    login_hint: userId.replace('google|', ''),
    // Google documents no such parameter. If a provider knows it, the user signs in again (OpenID Connect Core, 3.1.2.1).
    max_age: '0',
  });

function authorizationUrl(
  init: GoogleInit,
  origin: string,
  redirectUrl: string | null,
  how: Record<string, string>,
): string {
  const { authorization_endpoint, clientId, stateToken, codeChallenge } = init;
  const url = new URL(authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${origin}/api/auth/google/oauth2`,
    state: base64url(JSON.stringify({ stateToken, redirectUrl: redirectUrl ?? origin })),
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...how,
  }).toString();
  return url.href;
}

const base64url = (text: string) =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

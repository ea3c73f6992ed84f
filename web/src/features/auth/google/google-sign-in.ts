import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'shared-types/contract/api';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { retryInterval } from '../../../api/query-client.ts';

/** What a sign-in with Google begins with. */
type GoogleInit = Answer<'GET /api/auth/google/init'>;

/** Asked once; the step that it begins is good for 10 min, so an older one is asked again on the click. */
export const maxInitAgeMs = 9 * 60_000;

/** No outage, which would pass: the owner of the site has not set this up. */
export const isNotSetUp = (error: unknown) => error instanceof ApiError && error.details['isSetUp'] === false;

export const googleInitQuery = queryOptions({
  queryKey: ['auth', 'googleInit'],
  // Tabs that load together ask one after the other, or each would be given a browser's cookie of its own.
  queryFn: ({ signal }) =>
    navigator.locks.request('google-init', { signal }, () => call('GET /api/auth/google/init', { signal })),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchInterval: (query) => !isNotSetUp(query.state.error) && retryInterval(query),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Google's page, from which it sends the person back to us. */
export function googleAuthorizationUrl(init: GoogleInit, origin: string, redirectUrl: string | null): string {
  const { authorization_endpoint, clientId, stateToken, codeChallenge } = init;
  const address = new URL(authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${origin}/api/auth/google/oauth2`,
    state: base64url(JSON.stringify({ stateToken, redirectUrl: redirectUrl ?? origin })),
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    prompt: 'consent',
    access_type: 'offline',
  }).toString();
  return address.href;
}

const base64url = (text: string) =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

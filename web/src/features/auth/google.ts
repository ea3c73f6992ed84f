import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';

/** What a sign-in with Google begins with. */
interface GoogleInit {
  authorization_endpoint: string;
  clientId: string;
  stateToken: string;
  codeChallenge: string;
}

/** Asked once; the step that it begins is good for 10 min, so an older one is asked again on the click. */
export const freshMs = 9 * 60_000;

export const googleInitQuery = queryOptions({
  queryKey: ['auth', 'googleInit'],
  queryFn: async ({ signal }) => initOf(await ask('/api/auth/google/init', { signal })),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

function initOf(answer: unknown): GoogleInit {
  const fields: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const { authorization_endpoint, clientId, stateToken, codeChallenge } = fields;
  if (
    typeof authorization_endpoint === 'string' &&
    typeof clientId === 'string' &&
    typeof stateToken === 'string' &&
    typeof codeChallenge === 'string'
  )
    return { authorization_endpoint, clientId, stateToken, codeChallenge };
  throw new ApiError({ status: 500, errorCode: 'unreadable', message: 'no sign-in with Google', requestId: null });
}

/** Google's page, from which it sends the person back to us. */
export function googleAddress(init: GoogleInit, origin: string, redirectUrl: string | null): string {
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

import * as z from 'zod';

/** The client of the site, as Google's console would register it. */
export interface Client {
  id: string;
  secret: string;
  /** The only address that Google redirects to. */
  redirectUri: string;
}

/** The parameters that the site must send to the authorization endpoint. */
const AuthorizationRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().refine((scope) => scope.split(' ').includes('openid'), 'must have openid'),
  state: z.string().min(1),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url'),
  code_challenge_method: z.literal('S256'),
  access_type: z.enum(['online', 'offline']).default('online'),
  // Google documents no other value: developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters
  prompt: z
    .string()
    .refine((prompt) => prompt.split(' ').every((word) => /^(none|consent|select_account)$/.test(word)), {
      message: 'must be none, consent or select_account',
    }),
});

/** Returns the reason why Google would show an error page, or undefined for a valid request. */
export function authorizationRefusal(query: URLSearchParams, { id, redirectUri }: Client): string | undefined {
  const request = AuthorizationRequest.safeParse(Object.fromEntries(query));
  if (!request.success) {
    const [issue] = request.error.issues;
    return `invalid_request: ${String(issue?.path[0])}: ${issue?.message}`;
  }
  if (request.data.client_id !== id) return 'invalid_client: there is no client of this id';
  // Google compares the whole address. Another scheme, port or slash makes a different one.
  if (request.data.redirect_uri !== redirectUri)
    return `redirect_uri_mismatch: this client's only redirect address is ${redirectUri}`;
  return undefined;
}

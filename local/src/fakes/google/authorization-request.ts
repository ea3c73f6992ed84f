import * as z from 'zod';

/** What a site asks for when it sends somebody here, as a client that is configured like ours may. */
export interface Client {
  id: string;
  secret: string;
  /** The one address that people may be sent back to. */
  redirectUri: string;
}

const Asked = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().refine((scope) => scope.split(' ').includes('openid'), 'must have openid'),
  state: z.string().min(1),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url'),
  code_challenge_method: z.literal('S256'),
  access_type: z.literal('offline'),
  prompt: z.literal('consent'),
});

/** Why Google would show an error instead of its page; undefined when all is well. */
export function refusalOf(query: URLSearchParams, { id, redirectUri }: Client): string | undefined {
  const asked = Asked.safeParse(Object.fromEntries(query));
  if (!asked.success) {
    const [issue] = asked.error.issues;
    return `invalid_request: ${String(issue?.path[0])}: ${issue?.message}`;
  }
  if (asked.data.client_id !== id) return 'invalid_client: there is no client of this id';
  // One's own address, and nothing like it: https, a port or a slash more make another one.
  if (asked.data.redirect_uri !== redirectUri)
    return `redirect_uri_mismatch: this client's only redirect address is ${redirectUri}`;
  return undefined;
}

import { generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { MutableResponse, MutableToken, OAuth2Service, TokenRequestIncomingMessage } from 'oauth2-mock-server';
import * as z from 'zod';
import type { GoogleAccount } from './accounts.ts';
import type { openConsents } from './consents.ts';
import type { Client } from './authorization-request.ts';

/** A request to the token endpoint. */
const TokenRequest = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: z.string().default(''),
  client_secret: z.string().default(''),
  code: z.string().default(''),
  code_verifier: z.string().default(''),
  redirect_uri: z.string().default(''),
  refresh_token: z.string().default(''),
});

interface GoogleContext {
  client: Client;
  accounts: GoogleAccount[];
  consents: ReturnType<typeof openConsents>;
  clock: { now(): number };
}

const tokenLifetimeSeconds = 3600;
const codeLifetimeMs = 10 * 60_000;

/**
 * Makes the library as strict as Google. By itself it signs tokens, publishes its key and checks PKCE, but it accepts
 * every client, code and refresh token.
 */
export async function imitateGoogle(
  { service, issuer }: Library,
  { client, accounts, consents, clock }: GoogleContext,
) {
  /** The subject of each unused code, and whether Google was asked for a refresh token. */
  const codes = new Map<string, { subject: string; givenAtMs: number; isOffline: boolean }>();

  const subjectFor = ({ grant_type, code, refresh_token }: z.infer<typeof TokenRequest>) => {
    if (grant_type === 'refresh_token') return consents.subjectOf(refresh_token);
    const given = codes.get(code);
    return given && given.givenAtMs + codeLifetimeMs > clock.now() ? given.subject : undefined;
  };
  const accountFor = (asked: z.infer<typeof TokenRequest>) => accounts.find(({ sub }) => sub === subjectFor(asked));

  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, { query }: { query: Record<string, string> }) => {
    const isOffline = query['access_type'] === 'offline' && query['prompt'] === 'consent';
    const given = { subject: query['account'] ?? '', givenAtMs: clock.now(), isOffline };
    codes.set(url.searchParams.get('code') ?? '', given);
  });

  service.on('beforeTokenSigning', ({ payload }: MutableToken, { body }: TokenRequestIncomingMessage) => {
    const { data: asked } = TokenRequest.safeParse(body);
    const iat = Math.floor(clock.now() / 1000);
    // The product's clock may have been moved.
    Object.assign(payload, asked && accountFor(asked), {
      azp: client.id,
      iat,
      nbf: iat,
      exp: iat + tokenLifetimeSeconds,
    });
  });

  service.on('beforeResponse', (response: MutableResponse, { body }: TokenRequestIncomingMessage) => {
    const { data: asked } = TokenRequest.safeParse(body);
    const refuse = (statusCode: number, error: string) => Object.assign(response, { statusCode, body: { error } });
    if (!asked) return refuse(400, 'unsupported_grant_type');
    if (asked.client_id !== client.id || asked.client_secret !== client.secret) return refuse(401, 'invalid_client');
    const account = accountFor(asked);
    const isOffline = codes.get(asked.code)?.isOffline ?? false;
    codes.delete(asked.code);
    if (!account) return refuse(400, 'invalid_grant');
    const { refresh_token, ...tokens } = response.body === '' ? {} : response.body;
    if (asked.grant_type === 'refresh_token') return Object.assign(response, { body: tokens });
    // The library checks a PKCE verifier only when one is sent.
    if (asked.code_verifier === '') return refuse(400, 'invalid_grant');
    if (asked.redirect_uri !== client.redirectUri) return refuse(400, 'redirect_uri_mismatch');
    // Only a consent to access without the user issues a refresh token.
    if (!isOffline) return Object.assign(response, { body: tokens });
    return consents.grant(String(refresh_token), account.sub);
  });
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  await issuer.keys.add({ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' });
}

export type Library = { service: OAuth2Service; issuer: OAuth2Service['issuer'] };

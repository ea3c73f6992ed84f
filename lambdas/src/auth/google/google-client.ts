import type { AuthorizationServer, Client, TokenEndpointResponse } from 'oauth4webapi';
import { unavailable } from '../../platform/outage.ts';
import type { GoogleIdentity } from '../account/google-account.ts';
import { boundedFetch } from './google-http-client.ts';
import type { GoogleSettings } from './google-settings.ts';
import { googleIdentityOf } from './google-token.ts';

const requestTimeoutMs = 8_000;

/** Loads the OAuth library only for calls that talk to Google. */
const loadLibrary = () => import('oauth4webapi');

export type CodeExchange =
  | { kind: 'signedIn'; identity: GoogleIdentity; refreshToken: string }
  /** The code is unknown, expired or already used. */
  | { kind: 'refused' };

/** `identity` is defined only when Google sends it again. */
export type GoogleRefresh = { kind: 'valid'; identity: GoogleIdentity | undefined } | { kind: 'invalid' };

export type GoogleProvider = ReturnType<typeof googleProvider>;

/**
 * Talks to Google's OAuth endpoints. Every call throws `unavailable` when Google is down, and another error when an answer
 * cannot be trusted.
 */
export function googleProvider(
  settings: GoogleSettings,
  clientSecret: () => Promise<string | undefined>,
  now: () => Date,
) {
  const { clientId, origin, issuer, authorizationEndpoint, tokenEndpoint, revocationEndpoint, jwksUri, users } =
    settings;
  const redirectUri = `${origin}/api/auth/google/oauth2`;
  // The library caches Google's keys by this object, so all calls share it.
  const server: AuthorizationServer = {
    issuer,
    token_endpoint: tokenEndpoint,
    revocation_endpoint: revocationEndpoint,
    jwks_uri: jwksUri,
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const client: Client = { client_id: clientId, id_token_signed_response_alg: 'RS256' };

  async function prepare() {
    const oauth = await loadLibrary();
    const secret = await clientSecret();
    if (!secret) throw new Error("The secret of Google's client is not in the Parameter Store: see docs/operations.md");
    const options = {
      signal: () => AbortSignal.timeout(requestTimeoutMs),
      // Only the local stand-in for Google is configured with http addresses.
      [oauth.allowInsecureRequests]: !tokenEndpoint.startsWith('https:'),
      [oauth.customFetch]: boundedFetch(jwksUri),
    };
    return { oauth, options, credentials: oauth.ClientSecretPost(secret) };
  }

  async function identityOf({ id_token }: TokenEndpointResponse, response: Response, { oauth, options }: Ready) {
    if (id_token === undefined) return undefined;
    await oauth.validateApplicationLevelSignature(server, response, options);
    return googleIdentityOf(id_token, clientId, now());
  }
  type Ready = Awaited<ReturnType<typeof prepare>>;

  /** Exchanges a code for the identity of its user, and for the refresh token if Google issues one. */
  async function redeem(code: string, verifier: string) {
    const prepared = await prepare();
    const { oauth, options, credentials } = prepared;
    const answer = await refusalAsAnswer(async () => {
      const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }));
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        credentials,
        parameters,
        redirectUri,
        verifier,
        options,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { requireIdToken: true });
      return { tokens, identity: await identityOf(tokens, response, prepared) };
    });
    if (answer === 'refused') return answer;
    const { identity, tokens } = answer;
    if (!identity) throw new Error('Google has returned no ID token');
    return { identity, refreshToken: tokens.refresh_token };
  }

  return {
    clientId,
    /** The origin of this site, as it is registered at Google. */
    origin,
    authorizationEndpoint,
    /** The email addresses that may sign in. */
    users,

    async exchange(code: string, verifier: string): Promise<CodeExchange> {
      const answer = await redeem(code, verifier);
      if (answer === 'refused') return { kind: 'refused' };
      const { identity, refreshToken } = answer;
      if (refreshToken === undefined) throw new Error('Google has returned no refresh token');
      return { kind: 'signedIn', identity, refreshToken };
    },

    /** Exchanges the code of a confirmation, for which Google issues no refresh token. */
    async identify(code: string, verifier: string): Promise<GoogleIdentity | 'refused'> {
      const answer = await redeem(code, verifier);
      return answer === 'refused' ? answer : answer.identity;
    },

    async refresh(refreshToken: string): Promise<GoogleRefresh> {
      const prepared = await prepare();
      const { oauth, options, credentials } = prepared;
      const answer = await refusalAsAnswer(async () => {
        const response = await oauth.refreshTokenGrantRequest(server, client, credentials, refreshToken, options);
        const tokens = await oauth.processRefreshTokenResponse(server, client, response);
        return identityOf(tokens, response, prepared);
      });
      return answer === 'refused' ? { kind: 'invalid' } : { kind: 'valid', identity: answer };
    },

    async revoke(token: string) {
      const { oauth, options, credentials } = await prepare();
      await refusalAsAnswer(async () => {
        const response = await oauth.revocationRequest(server, client, credentials, token, options);
        await oauth.processRevocationResponse(response);
      });
    },
  };
}

/** Returns 'refused' for Google's refusals, throws `unavailable` for outages, and rethrows all other errors. */
async function refusalAsAnswer<Answer>(work: () => Promise<Answer>): Promise<Answer | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    if (isOutage(error)) throw unavailable();
    throw error;
  }
}

/** Reads a field of an error of unknown type. */
function readField(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** The code or token is used, expired or revoked. */
const isRefusal = (error: unknown) => ['invalid_grant', 'invalid_token'].includes(String(readField(error, 'error')));

/** Google did not answer, or asked to try again later. */
function isOutage(error: unknown): boolean {
  const isSilent =
    /TimeoutError|AbortError/.test(String(readField(error, 'name'))) || readField(error, 'message') === 'fetch failed';
  const statuses = [error, readField(error, 'cause')].map((each) => Number(readField(each, 'status') ?? 0));
  return isSilent || statuses.some((status) => status >= 500 || status === 429);
}

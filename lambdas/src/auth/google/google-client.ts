import type { AuthorizationServer, Client, TokenEndpointResponse } from 'oauth4webapi';
import { unavailable } from '../../platform/outage.ts';
import type { GoogleSettings } from './google-settings.ts';
import { googleIdentityOf } from './google-token.ts';
import type { GoogleProvider } from '../ports.ts';

const requestTimeoutMs = 8_000;

/** Loaded when somebody comes back from Google: no other call needs it. */
const loadLibrary = () => import('oauth4webapi');

export function googleProvider(
  settings: GoogleSettings,
  clientSecret: () => Promise<string | undefined>,
  now: () => Date,
): GoogleProvider {
  const { clientId, origin, issuer, authorizationEndpoint, tokenEndpoint, revocationEndpoint, jwksUri, users } =
    settings;
  const redirectUri = `${origin}/api/auth/google/oauth2`;
  // One object for all: the library remembers Google's keys by it.
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
      // As it is configured: Google's own addresses are https.
      [oauth.allowInsecureRequests]: !tokenEndpoint.startsWith('https:'),
    };
    return { oauth, options, credentials: oauth.ClientSecretPost(secret) };
  }

  async function identityOf({ id_token }: TokenEndpointResponse, response: Response, { oauth, options }: Ready) {
    if (id_token === undefined) return undefined;
    await oauth.validateApplicationLevelSignature(server, response, options);
    return googleIdentityOf(id_token, clientId, now());
  }
  type Ready = Awaited<ReturnType<typeof prepare>>;

  return {
    clientId,
    origin,
    authorizationEndpoint,
    users,

    async exchange(code, verifier) {
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
      if (answer === 'refused') return { kind: 'refused' };
      const { identity, tokens } = answer;
      if (!identity || !tokens.refresh_token) throw new Error('Google has given no refresh token');
      return { kind: 'signedIn', identity, refreshToken: tokens.refresh_token };
    },

    async refresh(refreshToken) {
      const prepared = await prepare();
      const { oauth, options, credentials } = prepared;
      const answer = await refusalAsAnswer(async () => {
        const response = await oauth.refreshTokenGrantRequest(server, client, credentials, refreshToken, options);
        const tokens = await oauth.processRefreshTokenResponse(server, client, response);
        return identityOf(tokens, response, prepared);
      });
      return answer === 'refused' ? { kind: 'invalid' } : { kind: 'valid', identity: answer };
    },

    async revoke(token) {
      const { oauth, options, credentials } = await prepare();
      await refusalAsAnswer(async () => {
        const response = await oauth.revocationRequest(server, client, credentials, token, options);
        await oauth.processRevocationResponse(response);
      });
      return 'done';
    },
  };
}

/** Says what Google has refused, `unavailable` for what may pass, and throws whatever nobody expects. */
async function refusalAsAnswer<Answer>(work: () => Promise<Answer>): Promise<Answer | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    if (isOutage(error)) throw unavailable();
    throw error;
  }
}

/** Whatever a library or the platform throws: its own words, by name. */
function readField(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** The code or token is not good: used, too old, taken back. */
const isRefusal = (error: unknown) => ['invalid_grant', 'invalid_token'].includes(String(readField(error, 'error')));

/** No answer, or one that says: later. */
function isOutage(error: unknown): boolean {
  const isSilent =
    /TimeoutError|AbortError/.test(String(readField(error, 'name'))) || readField(error, 'message') === 'fetch failed';
  const statuses = [error, readField(error, 'cause')].map((each) => Number(readField(each, 'status') ?? 0));
  return isSilent || statuses.some((status) => status >= 500 || status === 429);
}

import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from 'local/http/listen';

const clientId = 'client-1.apps.example';
export const clientSecret = 'the-secret-of-the-client';
const siteOrigin = 'https://home.example';

type Claims = Record<string, unknown>;

/** The parts of an ID token. */
export interface Draft {
  header: Record<string, unknown>;
  claims: Claims;
  key: KeyObject;
}

interface Flow {
  codeChallenge: string;
  claims: Claims;
}

const part = (value: object, change = (json: string) => json) =>
  Buffer.from(change(JSON.stringify(value))).toString('base64url');

/** Signs a token. `change` may write what JSON.stringify never writes. */
export const signed = ({ header, claims, key }: Draft, hash = 'sha256', change?: (json: string) => string) => {
  const content = `${part(header)}.${part(claims, change)}`;
  return `${content}.${sign(hash, Buffer.from(content), key).toString('base64url')}`;
};

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

const common = () => ({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600, scope: 'openid' });

/** Fakes Google's token endpoints. A test can make it answer in ways in which Google never would. */
export async function startGoogle() {
  const genuine = newKey();
  const another = newKey();
  // The second key has no `use`, so that only the verifier itself can refuse another use of it.
  let published = [
    { ...genuine.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' },
    { ...another.publicKey.export({ format: 'jwk' }), kid: 'key-2' },
  ];
  const flows = new Map<string, Flow>();
  const refreshTokens = new Map<string, Claims>();
  const calls: string[] = [];
  let fault: number | 'noAnswer' | undefined;
  let refusal: string | undefined;
  let forge: ((draft: Draft) => string) | undefined;
  let without: string | undefined;
  let now: () => number = Date.now;
  let padding = '';
  let hasKeys = true;
  let contentType = 'application/json';

  const server = createServer((request, response) => void serve(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;

  function idTokenOf(claims: Claims): string {
    // The library checks the expiry by the machine's clock.
    const seconds = Math.floor(Date.now() / 1000);
    const iat = Math.floor(now() / 1000);
    const draft: Draft = {
      header: { alg: 'RS256', kid: 'key-1', typ: 'JWT' },
      claims: { iss: origin, aud: clientId, azp: clientId, iat, exp: seconds + 3600, ...claims },
      key: genuine.privateKey,
    };
    return forge ? forge(draft) : signed(draft);
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '';
    const body = new URLSearchParams(await text(request));
    calls.push(path === '/token' ? `/token ${body.get('grant_type')}` : path);
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': contentType }).end(JSON.stringify(content));
    if (fault === 'noAnswer') return request.socket.destroy();
    if (fault !== undefined) return answer(fault, {});
    if (path === '/jwks') return answer(200, { keys: hasKeys ? published : [], padding });
    if (body.get('client_id') !== clientId || body.get('client_secret') !== clientSecret)
      return answer(401, { error: 'invalid_client' });
    if (refusal !== undefined) return answer(400, { error: refusal });
    if (path === '/revoke') {
      refreshTokens.delete(body.get('token') ?? '');
      return answer(200, {});
    }
    const tokens = body.get('grant_type') === 'refresh_token' ? refreshed(body) : exchanged(body);
    if (!tokens) return answer(400, { error: 'invalid_grant' });
    const fields = { ...tokens, ...(padding === '' ? {} : { padding }) };
    return answer(200, Object.fromEntries(Object.entries(fields).filter(([name]) => name !== without)));
  }

  /** A code works once, and only with the verifier of its challenge. */
  function exchanged(body: URLSearchParams) {
    const code = body.get('code') ?? '';
    const flow = flows.get(code);
    flows.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = body.get('redirect_uri') === `${siteOrigin}/api/auth/google/oauth2`;
    if (!flow || flow.codeChallenge !== challenge || !isRight) return undefined;
    const refresh_token = randomUUID();
    refreshTokens.set(refresh_token, flow.claims);
    return { ...common(), id_token: idTokenOf(flow.claims), refresh_token };
  }

  function refreshed(body: URLSearchParams) {
    const claims = refreshTokens.get(body.get('refresh_token') ?? '');
    return claims && { ...common(), id_token: idTokenOf(claims) };
  }

  return {
    calls,
    refreshTokens,
    another: another.privateKey,
    settings: (users: string[]) => ({
      clientId,
      origin: siteOrigin,
      users,
      issuer: origin,
      authorizationEndpoint: 'https://accounts.example/auth',
      tokenEndpoint: `${origin}/token`,
      revocationEndpoint: `${origin}/revoke`,
      jwksUri: `${origin}/jwks`,
    }),
    /** Issues a code, as Google's page does when the user has chosen an account. */
    codeFor(codeChallenge: string, claims: Claims): string {
      const code = randomUUID();
      flows.set(code, { codeChallenge, claims });
      return code;
    },
    /** Answers all requests with this status until it is called with undefined. */
    fail: (next: typeof fault) => void (fault = next),
    /** Refuses tokens with this error. */
    refuse: (error: string | undefined) => void (refusal = error),
    /** Makes all following ID tokens with this function. */
    forge: (next: typeof forge) => void (forge = next),
    /** Removes all published keys except the first. */
    retireAnother: () => void (published = published.slice(0, 1)),
    /** Issues tokens by this clock. */
    follow: (clock: typeof now) => void (now = clock),
    /** Makes answers longer by this text. */
    pad: (more: string) => void (padding = more),
    /** Declares all answers to be of this type. */
    declare: (type: string) => void (contentType = type),
    /** Publishes keys, or an answer without any. */
    publishKeys: (next: boolean) => void (hasKeys = next),
    /** Omits this field from answers with tokens. */
    leaveOut: (name: string | undefined) => void (without = name),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Google = Awaited<ReturnType<typeof startGoogle>>;

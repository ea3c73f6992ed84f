import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import * as z from 'zod';
import { CognitoError, notAuthorized } from '../error.ts';
import type { Pool } from '../pool.ts';
import type { RefreshToken, PoolStore, User } from '../pool-store.ts';

/** Only the digest of a refresh token is stored. */
export const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

const Claims = z.object({ sub: z.string(), token_use: z.string(), origin_jti: z.string(), exp: z.number() });

/** Signs and verifies the tokens of one pool. */
export function createTokenIssuer(pool: Pool, { state }: PoolStore, now: () => number) {
  const issuer = `https://cognito-idp.${pool.region}.amazonaws.com/${pool.id}`;

  function signingKey() {
    state.signingKey ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey;
    const key = createPrivateKey(state.signingKey);
    const jwk = createPublicKey(key).export({ format: 'jwk' });
    const kid = createHash('sha256').update(String(jwk.n)).digest('base64');
    return { key, kid, jwk: { alg: 'RS256', use: 'sig', kid, ...jwk } };
  }

  function signed(claims: object): string {
    const { key, kid } = signingKey();
    const content = [{ kid, alg: 'RS256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
  }

  /** Returns the tokens of a sign-in or a refresh. A sign-in adds a refresh token. */
  function renewTokens(user: User, { origin, authTimeMs }: RefreshToken) {
    const seconds = Math.floor(now() / 1000);
    const common = {
      sub: user.sub,
      iss: issuer,
      origin_jti: origin,
      event_id: randomUUID(),
      auth_time: Math.floor(authTimeMs / 1000),
      iat: seconds,
    };
    const idToken = {
      ...common,
      email: user.email,
      email_verified: user.emailVerified,
      'cognito:username': user.sub,
      aud: pool.clientId,
      token_use: 'id',
      exp: seconds + pool.idTokenMs / 1000,
      jti: randomUUID(),
    };
    const accessToken = {
      ...common,
      client_id: pool.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      exp: seconds + pool.accessTokenMs / 1000,
      jti: randomUUID(),
      username: user.sub,
    };
    return {
      AccessToken: signed(accessToken),
      ExpiresIn: pool.accessTokenMs / 1000,
      IdToken: signed(idToken),
      TokenType: 'Bearer',
    };
  }

  return {
    renewTokens,

    issueTokens(user: User) {
      const token = randomBytes(48).toString('base64url');
      const kept: RefreshToken = {
        sub: user.sub,
        origin: randomUUID(),
        authTimeMs: now(),
        expiresAtMs: now() + pool.refreshTokenMs,
        revoked: false,
      };
      state.refreshTokens[digestOf(token)] = kept;
      return { ...renewTokens(user, kept), RefreshToken: token };
    },

    /** Returns whether an access token names this pool as its issuer. */
    hasIssued: (accessToken: string) =>
      Buffer.from(accessToken.split('.')[1] ?? '', 'base64url')
        .toString()
        .includes(JSON.stringify(issuer)),

    /** Returns the user of an access token. Throws when the token is forged, expired or revoked. */
    userOf(accessToken: string): User {
      const [header = '', payload = '', signature = ''] = accessToken.split('.');
      const genuine = verify(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        createPublicKey(signingKey().key),
        Buffer.from(signature, 'base64url'),
      );
      if (!genuine) throw notAuthorized('Invalid Access Token');
      const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      if (claims.token_use !== 'access') throw notAuthorized('Invalid Access Token');
      if (claims.exp * 1000 <= now()) throw notAuthorized('Access Token has expired');
      const from = Object.values(state.refreshTokens).find(({ origin }) => origin === claims.origin_jti);
      if (!from || from.revoked) throw notAuthorized('Access Token has been revoked');
      const user = state.users[claims.sub];
      if (!user) throw new CognitoError('UserNotFoundException', 'User does not exist.');
      if (!user.enabled) throw notAuthorized('User is disabled.');
      return user;
    },

    revokeAll(user: User) {
      for (const token of Object.values(state.refreshTokens)) if (token.sub === user.sub) token.revoked = true;
    },

    jwks: () => ({ keys: [signingKey().jwk] }),
  };
}

export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

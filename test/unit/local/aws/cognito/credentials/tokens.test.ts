import { password } from '../../../../../support/credentials.ts';
import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetUserCommand, GlobalSignOutCommand, RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import {
  ClientId,
  UserPoolId,
  day,
  refused,
  username,
  type PoolCaller,
  startPoolCaller,
} from '../../../../../support/aws/pool-caller.ts';

let ann: PoolCaller;
beforeEach(async () => {
  ann = await startPoolCaller();
});
afterEach(() => ann.close());

describe('tokens', () => {
  it('are signed with the published key and name the user', async () => {
    const { sub, idToken } = await ann.signedIn();
    const [header = '', payload = '', signature = ''] = idToken.split('.');
    const { keys } = z
      .object({
        keys: z.tuple([z.looseObject({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })]),
      })
      .parse(ann.pool().cognito.jwks(UserPoolId));
    const { kid } = z.object({ kid: z.string() }).parse(JSON.parse(Buffer.from(header, 'base64url').toString()));
    expect(keys[0]).toMatchObject({ kid, alg: 'RS256', use: 'sig' });
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    const seconds = Math.floor(ann.clock.now() / 1000);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      sub,
      'cognito:username': sub,
      email: username,
      email_verified: true,
      aud: ClientId,
      token_use: 'id',
      iss: `https://cognito-idp.us-east-1.amazonaws.com/${UserPoolId}`,
      iat: seconds,
      exp: seconds + 3600,
    });
  });

  it('are renewed for thirty days, after a sign-in with a code too, without a new refresh token', async () => {
    const { sub, refreshToken } = await ann.signedIn();
    ann.clock.advance(29 * day);
    const { AuthenticationResult } = await ann.refresh(refreshToken, sub);
    expect(AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
    expect(AuthenticationResult?.RefreshToken).toBeUndefined();
    ann.clock.advance(day);
    await expect(ann.refresh(refreshToken, sub)).rejects.toMatchObject(
      refused('NotAuthorizedException', 'Refresh Token has expired'),
    );
  });

  it('end with their access tokens when they are revoked', async () => {
    const { sub, refreshToken, accessToken } = await ann.signedIn();
    expect((await ann.client().send(new GetUserCommand({ AccessToken: accessToken }))).Username).toBe(sub);
    const wrong = ann.client().send(new RevokeTokenCommand({ ClientId, ClientSecret: 'wrong', Token: refreshToken }));
    await expect(wrong).rejects.toMatchObject(refused('NotAuthorizedException'));
    await ann.client().send(new RevokeTokenCommand({ ClientId, ClientSecret: ann.secret(), Token: refreshToken }));
    await expect(ann.refresh(refreshToken, sub)).rejects.toMatchObject(
      refused('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
    await expect(ann.client().send(new GetUserCommand({ AccessToken: accessToken }))).rejects.toMatchObject(
      refused('NotAuthorizedException', 'Access Token has been revoked'),
    );
    const access = ann
      .client()
      .send(new RevokeTokenCommand({ ClientId, ClientSecret: ann.secret(), Token: accessToken }));
    await expect(access).rejects.toMatchObject(refused('UnsupportedTokenTypeException'));
  });

  it('end with a global sign-out, by the user or by an administrator', async () => {
    const first = await ann.signedIn();
    await ann.client().send(new GlobalSignOutCommand({ AccessToken: first.accessToken }));
    await expect(ann.refresh(first.refreshToken, first.sub)).rejects.toMatchObject(refused('NotAuthorizedException'));
    const { Session } = await ann.signIn();
    const again = await ann.respond('SOFTWARE_TOKEN_MFA', Session, first.sub, ann.code());
    await ann.pool().admin('AdminUserGlobalSignOut', username);
    await expect(ann.refresh(again.AuthenticationResult?.RefreshToken ?? '', first.sub)).rejects.toMatchObject(
      refused('NotAuthorizedException'),
    );
  });

  it('are not renewed for a disabled account', async () => {
    const { sub, refreshToken } = await ann.signedIn();
    await ann.pool().admin('AdminDisableUser', username);
    await expect(ann.refresh(refreshToken, sub)).rejects.toMatchObject(
      refused('NotAuthorizedException', 'User is disabled.'),
    );
  });
});

describe('the stored state', () => {
  it('survives a restart, sessions of sign-ins included', async () => {
    const { sub, refreshToken } = await ann.signedIn();
    const { Session } = await ann.signIn();
    const before = ann.secret();
    await ann.restart();
    expect(ann.secret()).toBe(before);
    expect((await ann.refresh(refreshToken, sub)).AuthenticationResult?.IdToken).toBeDefined();
    const { AuthenticationResult } = await ann.respond('SOFTWARE_TOKEN_MFA', Session, sub, ann.code());
    expect(AuthenticationResult?.AccessToken).toBeDefined();
  });

  it('holds no password and no refresh token', async () => {
    const { refreshToken } = await ann.signedIn();
    const files = readdirSync(join(ann.folder, 'cognito'));
    expect(files).toEqual([`${UserPoolId}.json`]);
    const kept = files.map((file) => readFileSync(join(ann.folder, 'cognito', file), 'utf8')).join();
    for (const plain of [password, refreshToken]) expect(kept).not.toContain(plain);
  });
});

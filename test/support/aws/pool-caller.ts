import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  DescribeUserPoolClientCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { password } from '../credentials.ts';
import { credentials, movableClock, poolDescription, startUserPool, unusedCode } from './user-pool.ts';

export const ClientId = poolDescription.clientId;
export const UserPoolId = poolDescription.poolId;
export const username = 'ann@example.org';
export const minute = 60_000;
export const day = 24 * 60 * minute;

export const refused = (name: string, message?: string) => ({ name, ...(message === undefined ? {} : { message }) });
/** Returns Cognito's message about an invalid session; `why` ends the sentence. */
export const noSession = (why = '.') => refused('NotAuthorizedException', `Invalid session for the user${why}`);
export const incorrect = refused('NotAuthorizedException', 'Incorrect username or password.');

const subOf = (idToken: string) =>
  z.object({ sub: z.string() }).parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())).sub;

/** Starts a pool with the user Ann, and calls it through the AWS SDK. */
export async function startPoolCaller(options: Parameters<typeof startUserPool>[2] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cognito-'));
  const clock = movableClock();
  let { pool, client, secret } = await connect();

  async function connect() {
    const opened = await startUserPool(folder, clock, options);
    const sdk = new CognitoIdentityProviderClient({
      endpoint: opened.endpoint,
      region: 'us-east-1',
      credentials,
      maxAttempts: 1,
    });
    const { UserPoolClient } = await sdk.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
    return { pool: opened, client: sdk, secret: UserPoolClient?.ClientSecret ?? '' };
  }

  function disconnect() {
    client.destroy();
    pool.close();
  }

  const hash = (name: string, key = secret) =>
    createHmac('sha256', key)
      .update(name + ClientId)
      .digest('base64');

  const caller = {
    folder,
    clock,
    hash,
    pool: () => pool,
    client: () => client,
    secret: () => secret,

    signUp: (Username = username, Password = password, SecretHash = hash(Username)) =>
      client.send(
        new SignUpCommand({
          ClientId,
          SecretHash,
          Username,
          Password,
          UserAttributes: [{ Name: 'email', Value: Username }],
        }),
      ),
    confirm: (ConfirmationCode: string, Username = username) =>
      client.send(new ConfirmSignUpCommand({ ClientId, SecretHash: hash(Username), Username, ConfirmationCode })),
    resend: (Username = username) =>
      client.send(new ResendConfirmationCodeCommand({ ClientId, SecretHash: hash(Username), Username })),
    forgot: (Username = username) =>
      client.send(new ForgotPasswordCommand({ ClientId, SecretHash: hash(Username), Username })),
    reset: (ConfirmationCode: string, Password: string, Username = username) =>
      client.send(
        new ConfirmForgotPasswordCommand({
          ClientId,
          SecretHash: hash(Username),
          Username,
          ConfirmationCode,
          Password,
        }),
      ),
    lastCode: () => pool.mails.at(-1)?.code ?? '',
    signIn: (PASSWORD = password, USERNAME = username) =>
      client.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: hash(USERNAME) },
        }),
      ),
    associate: (Session: string | undefined) => client.send(new AssociateSoftwareTokenCommand({ Session })),
    prove: (Session: string | undefined, UserCode: string) =>
      client.send(new VerifySoftwareTokenCommand({ Session, UserCode })),
    respond: (
      ChallengeName: 'SOFTWARE_TOKEN_MFA' | 'MFA_SETUP',
      Session: string | undefined,
      USERNAME: string,
      code?: string,
    ) =>
      client.send(
        new RespondToAuthChallengeCommand({
          ClientId,
          ChallengeName,
          Session,
          ChallengeResponses: {
            USERNAME,
            SECRET_HASH: hash(USERNAME),
            ...(code === undefined ? {} : { SOFTWARE_TOKEN_MFA_CODE: code }),
          },
        }),
      ),
    refresh: (REFRESH_TOKEN: string, hashedName: string) =>
      client.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN, SECRET_HASH: hash(hashedName) },
        }),
      ),

    /** Returns an unused code of Ann's authenticator. */
    code: () => unusedCode(pool, clock, username),

    async confirmed() {
      await caller.signUp();
      await caller.confirm(caller.lastCode());
    },

    /** Starts the set-up of an authenticator. It returns Ann's name for challenges and the sessions of both steps so far. */
    async offered() {
      await caller.confirmed();
      const asked = await caller.signIn();
      const name = asked.ChallengeParameters?.['USER_ID_FOR_SRP'] ?? username;
      const { Session } = await caller.associate(asked.Session);
      return { name, asked: asked.Session, offered: Session };
    },

    /** Sets up an authenticator completely and returns Ann's name for challenges. */
    async member() {
      const { name, offered } = await caller.offered();
      const proven = await caller.prove(offered, caller.code());
      await caller.respond('MFA_SETUP', proven.Session, name);
      return name;
    },

    async signedIn() {
      const name = await caller.member();
      const { Session } = await caller.signIn();
      const { AuthenticationResult: tokens } = await caller.respond('SOFTWARE_TOKEN_MFA', Session, name, caller.code());
      return {
        sub: subOf(tokens?.IdToken ?? ''),
        refreshToken: tokens?.RefreshToken ?? '',
        accessToken: tokens?.AccessToken ?? '',
        idToken: tokens?.IdToken ?? '',
      };
    },

    async restart() {
      disconnect();
      ({ pool, client, secret } = await connect());
    },

    close() {
      disconnect();
      rmSync(folder, { recursive: true });
    },
  };
  return caller;
}

export type PoolCaller = Awaited<ReturnType<typeof startPoolCaller>>;

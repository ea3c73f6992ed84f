import * as account from './operations/account.ts';
import { CognitoError } from './error.ts';
import { associateSoftwareToken, lastStepOf, verifySoftwareToken } from './operations/mfa.ts';
import { type PoolDescription, poolOf } from './pool.ts';
import { confirmForgotPassword, forgotPassword } from './operations/recovery.ts';
import { initiateAuth, respondToAuthChallenge } from './operations/sign-in.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './operations/sign-up.ts';
import { openStore } from './pool-store.ts';
import { tokenMaker } from './credentials/tokens.ts';
import { codeAt, stepAt } from './credentials/totp.ts';
import type { Accounts, Mail } from '../../cloud.ts';
import { findUser, type Operation, type World } from './pool-context.ts';

export type { PoolDescription } from './pool.ts';

/** Anybody may call these: what they ask for is in the request itself, and IAM is not asked. */
const openOperations: Record<string, Operation> = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  RevokeToken: account.revokeToken,
  GlobalSignOut: account.globalSignOut,
  GetUser: account.getUser,
};

/** For callers that IAM lets. */
const grantedOperations: Record<string, Operation> = {
  DescribeUserPoolClient: account.describeUserPoolClient,
  AdminGetUser: account.adminGetUser,
  AdminDisableUser: account.adminDisableUser,
  AdminEnableUser: account.adminEnableUser,
  AdminDeleteUser: account.adminDeleteUser,
  AdminUserGlobalSignOut: account.adminUserGlobalSignOut,
  AdminResetUserPassword: account.adminResetUserPassword,
  AdminSetUserPassword: account.adminSetUserPassword,
  AdminDeleteSoftwareToken: account.adminDeleteSoftwareToken,
};

export interface CognitoProps {
  pools: PoolDescription[];
  dataDir: string;
  clock: { now(): number };
  onMail: (mail: Mail) => void;
}

export interface CognitoAnswer {
  status: number;
  body: object;
}

export interface Cognito extends Pick<Accounts, 'totp' | 'authenticators'> {
  /** Whether anybody may call it, only those whom IAM lets, or nobody because it is not imitated. */
  accessTo(operation: string): 'open' | 'granted' | undefined;
  handle(operation: string, input: Record<string, unknown>): Promise<CognitoAnswer>;
  /** The public keys at a pool's `/.well-known/jwks.json`. */
  jwks(poolId: string): object | undefined;
}

/** Cognito's user pools, for what this product asks of them, and in doubt stricter than the service itself. */
export function createCognito({ pools, dataDir, clock, onMail }: CognitoProps): Cognito {
  const now = () => clock.now();
  const worlds = pools.map((description): World => {
    const pool = poolOf(description);
    const store = openStore(dataDir, pool.id, now);
    return { pool, store, tokens: tokenMaker(pool, store, now), now, onMail };
  });

  /** Sessions and access tokens do not say whose they are, so the pools are asked in turn. */
  const worldOf = (input: Record<string, unknown>): World | undefined =>
    worlds.find(
      ({ pool, store }) =>
        input['ClientId'] === pool.clientId ||
        input['UserPoolId'] === pool.id ||
        (typeof input['Session'] === 'string' && store.state.sessions[input['Session']] !== undefined),
    ) ?? worlds[0];

  return {
    accessTo: (operation) =>
      Object.hasOwn(openOperations, operation)
        ? 'open'
        : Object.hasOwn(grantedOperations, operation)
          ? 'granted'
          : undefined,

    async handle(operation, input) {
      const run = openOperations[operation] ?? grantedOperations[operation];
      const world = worldOf(input);
      if (!run || !world) return errorAnswer(new CognitoError('UnknownOperationException', operation));
      try {
        const body = await run(world, input);
        world.store.keep();
        return { status: 200, body };
      } catch (error) {
        if (error instanceof CognitoError) return errorAnswer(error);
        throw error;
      }
    },

    totp(username) {
      for (const world of worlds) {
        const user = findUser(world, username);
        const authenticator = user?.totp ?? user?.offered;
        if (authenticator)
          return codeAt(authenticator.secret, Math.max(stepAt(now()), lastStepOf(authenticator, now()) + 1));
      }
      return undefined;
    },

    authenticators: () =>
      worlds
        .flatMap(({ store }) => Object.values(store.state.users))
        .filter(({ totp, offered }) => totp ?? offered)
        .map(({ email }) => email),

    jwks: (poolId) => worlds.find(({ pool }) => pool.id === poolId)?.tokens.jwks(),
  };
}

const errorAnswer = ({ code, message }: CognitoError): CognitoAnswer => ({
  status: 400,
  body: { __type: code, message },
});

import * as account from './operations/account.ts';
import { CognitoError } from './error.ts';
import { associateSoftwareToken, lastStepOf, verifySoftwareToken } from './operations/mfa.ts';
import { type PoolDescription, poolOf } from './pool.ts';
import { confirmForgotPassword, forgotPassword } from './operations/recovery.ts';
import { initiateAuth, respondToAuthChallenge } from './operations/sign-in.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './operations/sign-up.ts';
import { openPoolStore } from './pool-store.ts';
import { createTokenIssuer } from './credentials/tokens.ts';
import { codeAt, stepAt } from './credentials/totp.ts';
import type { CodeMail } from '../../mailbox.ts';
import { findUser, type Operation, type PoolContext } from './pool-context.ts';

export type { PoolDescription } from './pool.ts';

/** The request itself proves the right to call these operations, so IAM is not asked. */
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

/** These operations need a permission. */
const grantedOperations: Record<string, Operation> = {
  DescribeUserPoolClient: account.describeUserPoolClient,
  ListUsers: account.listUsers,
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
  onMail: (mail: CodeMail) => void;
  /** See `PoolContext`. */
  isStrict?: boolean;
}

export interface CognitoAnswer {
  status: number;
  body: object;
}

export interface Cognito {
  /**
   * Returns `open` when IAM is not asked, `granted` when the caller needs a permission, and undefined when the
   * operation is not imitated.
   */
  accessTo(operation: string): 'open' | 'granted' | undefined;
  handle(operation: string, input: Record<string, unknown>): Promise<CognitoAnswer>;
  /** Returns the public keys at a pool's `/.well-known/jwks.json`. */
  jwks(poolId: string): object | undefined;
  /** The code that the user's authenticator shows, or shows next when this code was used already. */
  totp: (username: string) => string | undefined;
  /** The email addresses of the users that have an authenticator or are setting one up. */
  authenticators: () => string[];
}

/** Imitates the operations of user pools that this product calls. */
export function createCognito({ pools, dataDir, clock, onMail, isStrict = false }: CognitoProps): Cognito {
  const now = () => clock.now();
  const contexts = pools.map((description): PoolContext => {
    const pool = poolOf(description);
    const store = openPoolStore(dataDir, pool.id, now);
    return { pool, store, tokens: createTokenIssuer(pool, store, now), now, onMail, isStrict };
  });

  /** Sessions do not name their pool, so the pools are tried in turn. */
  const contextOf = (input: Record<string, unknown>): PoolContext | undefined =>
    contexts.find(
      ({ pool, store, tokens }) =>
        input['ClientId'] === pool.clientId ||
        input['UserPoolId'] === pool.id ||
        (typeof input['AccessToken'] === 'string' && tokens.hasIssued(input['AccessToken'])) ||
        (typeof input['Session'] === 'string' && store.state.sessions[input['Session']] !== undefined),
    ) ?? contexts[0];

  return {
    accessTo: (operation) =>
      Object.hasOwn(openOperations, operation)
        ? 'open'
        : Object.hasOwn(grantedOperations, operation)
          ? 'granted'
          : undefined,

    async handle(operation, input) {
      const run = openOperations[operation] ?? grantedOperations[operation];
      const context = contextOf(input);
      if (!run || !context) return errorAnswer(new CognitoError('UnknownOperationException', operation));
      try {
        const body = await run(context, input);
        context.store.save();
        return { status: 200, body };
      } catch (error) {
        if (error instanceof CognitoError) return errorAnswer(error);
        throw error;
      }
    },

    totp(username) {
      for (const context of contexts) {
        const user = findUser(context, username);
        const authenticator = user?.totp ?? user?.offered;
        if (authenticator)
          return codeAt(authenticator.secret, Math.max(stepAt(now()), lastStepOf(authenticator, now()) + 1));
      }
      return undefined;
    },

    authenticators: () =>
      contexts
        .flatMap(({ store }) => Object.values(store.state.users))
        .filter(({ totp, offered }) => totp ?? offered)
        .map(({ email }) => email),

    jwks: (poolId) => contexts.find(({ pool }) => pool.id === poolId)?.tokens.jwks(),
  };
}

const errorAnswer = ({ code, message }: CognitoError): CognitoAnswer => ({
  status: 400,
  body: { __type: code, message },
});

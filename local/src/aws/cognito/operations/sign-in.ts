import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized } from '../error.ts';
import { newChallengeSession, openChallengeSession } from './challenge-session.ts';
import { useTotpCode } from './mfa.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import type { User } from '../pool-store.ts';
import { digestOf } from '../credentials/tokens.ts';
import {
  findUser,
  inputOf,
  type Operation,
  refuseOtherClient,
  refuseWrongHash,
  type PoolContext,
} from '../pool-context.ts';

const texts = z.record(z.string(), z.string());
const InitiateAuth = z.strictObject({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: texts.default({}),
});

export const initiateAuth: Operation = (context, given) => {
  const { ClientId, AuthFlow, AuthParameters } = inputOf(InitiateAuth, given);
  refuseOtherClient(context, ClientId);
  const flow = AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : AuthFlow;
  if (!context.pool.authFlows.includes(flow)) throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  return flow === 'REFRESH_TOKEN_AUTH' ? refresh(context, AuthParameters) : withPassword(context, AuthParameters);
};

async function withPassword(context: PoolContext, parameters: Record<string, string>) {
  const username = required(parameters, 'USERNAME');
  const password = required(parameters, 'PASSWORD');
  refuseWrongHash(context, username, parameters['SECRET_HASH']);
  const user = findUser(context, username);
  const right = await verifyPassword(password, user?.password);

  // There is no await from here on, so that simultaneous guesses are counted one by one.
  if (!user) {
    throw context.pool.hidesUsers ? incorrect() : new CognitoError('UserNotFoundException', 'User does not exist.');
  }
  countAttempt(context, user, right);
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  if (user.status === 'RESET_REQUIRED')
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');

  const step = user.totp ? 'SOFTWARE_TOKEN_MFA' : 'MFA_SETUP';
  return {
    ChallengeName: step,
    ChallengeParameters: {
      // AWS's reference names this parameter for SRP and in an example of AdminInitiateAuth, but not for this flow.
      ...(context.isStrict ? {} : { USER_ID_FOR_SRP: user.sub }),
      ...(user.totp ? {} : { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' }),
    },
    Session: newChallengeSession(context, user, step),
  };
}

const incorrect = () => notAuthorized('Incorrect username or password.');
const failureMemoryMs = 15 * 60_000;
const freeAttempts = 5;

/** After five wrong passwords each further one locks the account for twice as long, up to a quarter of an hour. */
function countAttempt({ store, now }: PoolContext, { failures }: User, right: boolean) {
  // An attempt in the future was made before the clock was moved back.
  const isForgotten = now() - failures.lastAttemptMs >= failureMemoryMs || failures.lastAttemptMs > now();
  if (!isForgotten && failures.lockedUntilMs > now()) throw notAuthorized('Password attempts exceeded');
  if (isForgotten || right) failures.count = 0;
  failures.lastAttemptMs = now();
  if (right) return;
  failures.count += 1;
  const lockMs =
    failures.count < freeAttempts ? 0 : Math.min(2 ** (failures.count - freeAttempts) * 1000, failureMemoryMs);
  failures.lockedUntilMs = now() + lockMs;
  store.save();
  throw incorrect();
}

function refresh(context: PoolContext, parameters: Record<string, string>) {
  const { pool, store, tokens, now } = context;
  const kept = store.state.refreshTokens[digestOf(required(parameters, 'REFRESH_TOKEN'))];
  if (!kept) throw notAuthorized('Invalid Refresh Token');
  // Cognito makes this hash of the user's sub, which only the sign-in has returned.
  const message = `SecretHash does not match for the client: ${pool.clientId}`;
  refuseWrongHash(context, kept.sub, parameters['SECRET_HASH'], message);
  const user = store.state.users[kept.sub];
  if (user && !user.enabled) throw notAuthorized('User is disabled.');
  if (kept.revoked) throw notAuthorized('Refresh Token has been revoked');
  if (kept.expiresAtMs <= now()) throw notAuthorized('Refresh Token has expired');
  if (!user) throw new CognitoError('UserNotFoundException', 'User does not exist.');
  return { ChallengeParameters: {}, AuthenticationResult: tokens.renewTokens(user, kept) };
}

const RespondToAuthChallenge = z.strictObject({
  ClientId: z.string(),
  ChallengeName: z.enum(['SOFTWARE_TOKEN_MFA', 'MFA_SETUP']),
  Session: z.string().min(20).max(2048),
  ChallengeResponses: texts,
});

export const respondToAuthChallenge: Operation = (context, given) => {
  const { ClientId, ChallengeName, Session, ChallengeResponses } = inputOf(RespondToAuthChallenge, given);
  refuseOtherClient(context, ClientId);
  const username = required(ChallengeResponses, 'USERNAME');
  refuseWrongHash(context, username, ChallengeResponses['SECRET_HASH']);
  const isSetup = ChallengeName === 'MFA_SETUP';
  const { user, use } = openChallengeSession(context, Session, [isSetup ? 'MFA_SETUP_VERIFIED' : 'SOFTWARE_TOKEN_MFA']);
  // A client that was not told the sub answers with the name that it has signed in with.
  const isUser = context.isStrict ? findUser(context, username) === user : user.sub === username;
  if (!isUser) throw notAuthorized('Invalid session for the user.');
  if (isSetup) {
    user.totp = user.offered;
    user.offered = null;
  } else {
    const code = required(ChallengeResponses, 'SOFTWARE_TOKEN_MFA_CODE');
    const mismatch = new CognitoError('CodeMismatchException', 'Invalid code received for user');
    useTotpCode(context, user.totp, code, mismatch);
  }
  use();
  return { ChallengeParameters: {}, AuthenticationResult: context.tokens.issueTokens(user) };
};

function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

import * as z from 'zod';
import { newChallengeSession, openChallengeSession } from './challenge-session.ts';
import { CognitoError, invalidParameter } from '../error.ts';
import type { User } from '../pool-store.ts';
import { matchingStep, newSecret, stepAt } from '../credentials/totp.ts';
import { inputOf, type Operation, type PoolContext } from '../pool-context.ts';

const Session = z.string().min(20).max(2048);
const AccessToken = z.string().regex(/^[\w.=-]+$/);

/**
 * A request is authorized by a session string or by an access token, not by both:
 * docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AssociateSoftwareToken.html
 */
const Proof = { Session: Session.optional(), AccessToken: AccessToken.optional() };

/** A signed-in user has an access token and no session; the present authenticator stays until the new one is verified. */
function openProof(
  context: PoolContext,
  { Session: session, AccessToken: token }: { Session?: string | undefined; AccessToken?: string | undefined },
  step: 'MFA_SETUP' | 'MFA_SETUP_OFFERED',
) {
  if ((session === undefined) === (token === undefined))
    throw invalidParameter('Either an access token or a session is required, and not both.');
  if (token !== undefined) return { user: context.tokens.userOf(token), use: () => {}, isSignedIn: true };
  return { ...openChallengeSession(context, session ?? '', [step]), isSignedIn: false };
}

const Associate = z.strictObject(Proof);

/** Returns a new secret. It replaces an unconfirmed earlier secret. */
export const associateSoftwareToken: Operation = (context, given) => {
  const { user, use, isSignedIn } = openProof(context, inputOf(Associate, given), 'MFA_SETUP');
  user.offered = { secret: newSecret(), lastStep: 0 };
  use();
  const SecretCode = user.offered.secret;
  return isSignedIn ? { SecretCode } : { SecretCode, Session: newChallengeSession(context, user, 'MFA_SETUP_OFFERED') };
};

const Verify = z.strictObject({
  ...Proof,
  UserCode: z.string().regex(/^\d{6}$/, 'Member must satisfy regular expression pattern: [0-9]+'),
  FriendlyDeviceName: z.string().optional(),
});

export const verifySoftwareToken: Operation = (context, given) => {
  const input = inputOf(Verify, given);
  const { user, use, isSignedIn } = openProof(context, input, 'MFA_SETUP_OFFERED');
  const complaint = 'Code mismatch and fail enable Software Token MFA';
  useTotpCode(context, user.offered, input.UserCode, new CognitoError('EnableSoftwareTokenMFAException', complaint));
  use();
  if (isSignedIn) {
    user.totp = user.offered;
    user.offered = null;
    return { Status: 'SUCCESS' };
  }
  return { Status: 'SUCCESS', Session: newChallengeSession(context, user, 'MFA_SETUP_VERIFIED') };
};

/** A step in the future was used before the clock was moved back, so it does not count. */
export const lastStepOf = ({ lastStep }: { lastStep: number }, nowMs: number) =>
  lastStep > stepAt(nowMs) + 1 ? 0 : lastStep;

/** Each code is valid once, and a used code makes the codes before it invalid. */
export function useTotpCode({ now }: PoolContext, authenticator: User['totp'], code: string, mismatch: CognitoError) {
  if (!authenticator) throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software token TOTP not found');
  const step = /^\d{6}$/.test(code) ? matchingStep(authenticator.secret, code, now()) : undefined;
  if (step === undefined) throw mismatch;
  if (step <= lastStepOf(authenticator, now()))
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  authenticator.lastStep = step;
}

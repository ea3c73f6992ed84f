import * as z from 'zod';
import { newChallengeSession, openChallengeSession } from './challenge-session.ts';
import { CognitoError } from '../error.ts';
import type { User } from '../pool-store.ts';
import { matchingStep, newSecret, stepAt } from '../credentials/totp.ts';
import { inputOf, type Operation, type PoolContext } from '../pool-context.ts';

const Session = z.string().min(20).max(2048);
const Associate = z.strictObject({ Session });

/** Returns a new secret. It replaces an earlier one that was never confirmed. */
export const associateSoftwareToken: Operation = (context, given) => {
  const { user, use } = openChallengeSession(context, inputOf(Associate, given).Session, ['MFA_SETUP']);
  user.offered = { secret: newSecret(), lastStep: 0 };
  use();
  return { SecretCode: user.offered.secret, Session: newChallengeSession(context, user, 'MFA_SETUP_OFFERED') };
};

const Verify = z.strictObject({
  Session,
  UserCode: z.string().regex(/^\d{6}$/, 'Member must satisfy regular expression pattern: [0-9]+'),
  FriendlyDeviceName: z.string().optional(),
});

export const verifySoftwareToken: Operation = (context, given) => {
  const input = inputOf(Verify, given);
  const { user, use } = openChallengeSession(context, input.Session, ['MFA_SETUP_OFFERED']);
  const complaint = 'Code mismatch and fail enable Software Token MFA';
  useTotpCode(context, user.offered, input.UserCode, new CognitoError('EnableSoftwareTokenMFAException', complaint));
  use();
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

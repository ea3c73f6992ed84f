import { AppError } from '../../platform/app-error.ts';
import { clearStep, lifetimeSeconds } from '../cookies.ts';

/** A sign-in whose password was right and whose code is still to come. */
export interface Challenge {
  kind: 'mfa' | 'setup';
  username: string;
  /** By which the provider knows the account during the challenge. */
  subject: string;
  /** The provider's own name for this sign-in. It never leaves the server. */
  session: string;
  /** The authenticator has been proven; only the provider's last word is missing. */
  proven: boolean;
  expiresAtMs: number;
}

export const maxAttempts = 5;

export const newChallenge = (
  kind: Challenge['kind'],
  username: string,
  { subject, session }: Pick<Challenge, 'subject' | 'session'>,
  now: Date,
): Challenge => ({
  kind,
  username,
  subject,
  session,
  proven: false,
  expiresAtMs: now.getTime() + lifetimeSeconds.step * 1000,
});

/** Six digits, or it is no code of an authenticator and costs no attempt. */
export const isTotpCode = (userCode: string) => /^[0-9]{6}$/.test(userCode);

export const incorrectCredentials = () => new AppError('incorrectUsernameOrPassword', 'Incorrect username or password');
export const wrongCode = () => new AppError('wrongCode', 'The code is not right. Wait for the next one and try again.');
export const challengeExpired = () =>
  new AppError('expired', 'This sign-in has taken too long or had too many wrong codes. Please sign in again.', {}, [
    clearStep,
  ]);

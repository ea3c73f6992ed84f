import { AppError } from '../../platform/app-error.ts';
import type { ProviderChallenge } from '../cognito/cognito-answers.ts';
import { clearChallenge, lifetimeSeconds } from '../cookies.ts';

/** A sign-in with the right password that still needs a code. */
export interface Challenge extends ProviderChallenge {
  kind: 'mfa' | 'setup';
  username: string;
  /** The authenticator is verified; only the last step of the set-up is missing. */
  proven: boolean;
  expiresAtMs: number;
}

export const maxAttempts = 5;
const lifetimeMs = lifetimeSeconds.challenge * 1000;

export const startedAtMs = ({ expiresAtMs }: Challenge) => expiresAtMs - lifetimeMs;

export const newChallenge = (
  kind: Challenge['kind'],
  username: string,
  { subject, session }: ProviderChallenge,
  now: Date,
): Challenge => ({
  kind,
  username,
  subject,
  session,
  proven: false,
  expiresAtMs: now.getTime() + lifetimeMs,
});

/** A TOTP code has six digits. Any other text costs no attempt. */
export const isTotpCode = (userCode: string) => /^[0-9]{6}$/.test(userCode);

export const incorrectCredentials = () => new AppError('incorrectUsernameOrPassword', 'Incorrect username or password');
export const wrongCode = () =>
  new AppError('wrongCode', 'That code is wrong or was used before. Check it, or enter the next one.');
export const challengeExpired = () =>
  new AppError('expired', 'This sign-in has ended, because a code was wrong or it took too long. Sign in again.', {}, [
    clearChallenge,
  ]);

import { AppError } from '../app-error.ts';
import { clockToleranceMs, remainingMs } from '../remaining-time.ts';
import type { User } from './session.ts';

/** A proof counts for this long, so that several sensitive acts in a row need one only. */
const validMs = 5 * 60_000;

/**
 * Refuses a sensitive call of a user who has not signed in or confirmed lately (OWASP ASVS 5.0, 7.5.1 and 7.5.2), so that
 * an open browser or a stolen session is not enough to keep the account.
 */
export function requireRecentAuthentication({ authenticatedAtMs = 0 }: User, now: Date) {
  if (remainingMs(authenticatedAtMs + validMs, validMs + clockToleranceMs, now.getTime()) > 0) return;
  throw new AppError('reauthenticationRequired', 'Verify your identity.');
}

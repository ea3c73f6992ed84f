import { clockToleranceMs } from '../../platform/remaining-time.ts';
import { type GoogleIdentity, googleUserId } from '../account/google-account.ts';
import { type GoogleStep, startedAtMs } from './google-step.ts';

/** A sign-in at Google counts for a confirmation when it is not older than this. */
const maxAgeMs = 5 * 60_000;

/**
 * Returns why a user who comes back from Google is not confirmed, or undefined. Google does not document a way to ask for the
 * password again (developers.google.com/identity/openid-connect/openid-connect names `prompt` none, consent and
 * select_account only). It says when the user last signed in if the client is verified and has session age claims
 * (developers.google.com/identity/siwg/security-bundle). Then that time counts; otherwise that Google has issued the token
 * for this very step.
 */
export function confirmationProblem(
  { subject, issuedAtMs, authenticatedAtMs }: GoogleIdentity,
  step: GoogleStep,
  now: Date,
): 'otherAccount' | 'stale' | undefined {
  if (googleUserId(subject) !== step.confirms?.userId) return 'otherAccount';
  if (issuedAtMs < startedAtMs(step) - clockToleranceMs) return 'stale';
  return authenticatedAtMs !== undefined && authenticatedAtMs < now.getTime() - maxAgeMs ? 'stale' : undefined;
}

import { createHash } from 'node:crypto';
import * as z from 'zod';
import { lifetimeSeconds } from '../cookies.ts';

/** A sign-in with Google that has begun. It belongs to one browser, and ends at the first answer. */
export interface GoogleStep {
  /** Proves to Google that whoever brings the code is whoever began. It never leaves the server. */
  verifier: string;
  expiresAtMs: number;
}

export const newGoogleStep = (verifier: string, now: Date): GoogleStep => ({
  verifier,
  expiresAtMs: now.getTime() + lifetimeSeconds.google * 1000,
});

/** S256 of RFC 7636. */
export const codeChallengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const State = z.object({ stateToken: z.string(), redirectUrl: z.string().optional() });

/** What the browser gave along: base64url of JSON. Anything else says nothing. */
export function parseState(state: string): z.infer<typeof State> {
  try {
    return State.parse(JSON.parse(Buffer.from(state, 'base64url').toString()));
  } catch {
    return { stateToken: '' };
  }
}

/** `error` says on the sign-in page why one is back there. */
export function signInPage(redirectUrl: string, error?: 'notAllowed' | 'expired' | 'provider'): string {
  const query = new URLSearchParams({ ...(error ? { error } : {}), redirectUrl });
  return `/auth?${query.toString()}`;
}

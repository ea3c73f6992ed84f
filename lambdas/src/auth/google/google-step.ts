import { createHash } from 'node:crypto';
import * as z from 'zod';
import { lifetimeSeconds } from '../cookies.ts';

/** A started sign-in with Google. It belongs to one browser and ends with the first answer. */
export interface GoogleStep {
  /** The PKCE code verifier proves to Google that the code comes back to the client that asked. It never leaves the server. */
  verifier: string;
  expiresAtMs: number;
  /** The id of the browser's device, if it has one. Its cookie is missing on the way back from Google. */
  device?: string | undefined;
  /** The session whose user is to be confirmed; undefined for a sign-in. */
  confirms?: SessionToConfirm | undefined;
}

/** Strict cookies are missing on the way back from Google, so the step names its session. */
interface SessionToConfirm {
  sessionKey: string;
  userId: string;
}

export const newGoogleStep = (
  verifier: string,
  now: Date,
  { device, confirms }: Pick<GoogleStep, 'device' | 'confirms'>,
): GoogleStep => ({
  verifier,
  ...(device !== undefined && { device }),
  ...(confirms && { confirms }),
  expiresAtMs: now.getTime() + lifetimeSeconds.google * 1000,
});

export const startedAtMs = ({ expiresAtMs }: GoogleStep) => expiresAtMs - lifetimeSeconds.google * 1000;

/** Computes the PKCE code challenge by method S256 of RFC 7636. */
export const codeChallengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const State = z.object({ stateToken: z.string(), redirectUrl: z.string().optional() });

/** Parses the state that the browser sent along, which is JSON in base64url. An invalid one becomes empty. */
export function parseState(state: string): z.infer<typeof State> {
  try {
    return State.parse(JSON.parse(Buffer.from(state, 'base64url').toString()));
  } catch {
    return { stateToken: '' };
  }
}

/** Returns the page at the end of a confirmation, which tells the page that asked for it. */
export const confirmedUrl = (error?: 'cancelled' | 'expired' | 'provider' | 'notAllowed' | 'otherAccount' | 'stale') =>
  `/auth/confirmed${error === undefined ? '' : `?error=${error}`}`;

/** `error` makes the sign-in page explain why the user is back. */
export function signInPageUrl(redirectUrl: string, error?: 'notAllowed' | 'expired' | 'provider'): string {
  const query = new URLSearchParams({ ...(error ? { error } : {}), redirectUrl });
  return `/auth?${query.toString()}`;
}

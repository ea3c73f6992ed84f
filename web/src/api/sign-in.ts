import { ApiError } from './api-error.ts';
import { renewSession } from './refresh.ts';

/** The answer to somebody without a session. */
export const isNobody = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The sign-in pages send nobody to the sign-in page. */
export const isAuthPath = (pathname: string) => /^\/auth(\/|$)/.test(pathname);

/** The sign-in page that leads back here. */
export const signInAddress = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  `/auth?redirectUrl=${encodeURIComponent(pathname + search + hash)}`;

/**
 * Leaves for the sign-in page, and never comes back: nothing that waits for it goes on to show an error for a moment.
 * A full page load, so that nothing of the ended session stays in memory.
 */
export function askToSignIn(): Promise<never> {
  location.replace(signInAddress(location));
  return never();
}

/** A page that has no user: begins again with a renewed session, or leaves for the sign-in page. Never comes back. */
export async function enter(): Promise<never> {
  // Since the page began to load: the document itself asks who is signed in, long before this code runs.
  if (!(await renewSession(performance.timeOrigin))) return askToSignIn();
  location.reload();
  return never();
}

const never = () => new Promise<never>(() => {});

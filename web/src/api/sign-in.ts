import { ApiError } from './api-error.ts';
import { singleFlightRefresh } from './refresh.ts';

/** The answer to somebody without a session. */
export const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The sign-in pages send nobody to the sign-in page. */
export const isAuthPath = (pathname: string) => /^\/auth(\/|$)/.test(pathname);

/** The sign-in page that leads back here. */
export const signInPath = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  `/auth?redirectUrl=${encodeURIComponent(pathname + search + hash)}`;

/**
 * Leaves for the sign-in page, and never comes back: nothing that waits for it goes on to show an error for a moment.
 * A full page load, so that nothing of the ended session stays in memory.
 */
export function redirectToSignIn(): Promise<never> {
  location.replace(signInPath(location));
  return pendingForever();
}

/** A page that has no user: begins again with a renewed session, or leaves for the sign-in page. Never comes back. */
export async function refreshOrSignIn(): Promise<never> {
  // Since the page began to load: the document itself asks who is signed in, long before this code runs.
  if (!(await singleFlightRefresh(performance.timeOrigin))) return redirectToSignIn();
  location.reload();
  return pendingForever();
}

const pendingForever = () => new Promise<never>(() => {});

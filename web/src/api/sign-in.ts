import { announceLeaving } from '../lib/leaving.ts';
import { ApiError, noResponse } from './api-error.ts';

/** The request had no valid session. */
export const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The pages of the sign-in never redirect to it, nor do that of a start link and the document that holds a page of the listing site. */
export const isAuthPath = (pathname: string) => /^\/auth(\/|$)|^\/(ljmonitor\/bring|stack\/start)$/.test(pathname);

let hadSignIn = false;

/** Remembers whether the browser has a sign-in as the page loads. A visitor has none, nor has a person who has signed out. */
export function rememberSignIn() {
  hadSignIn = /(?:^|;\s*)refresh_type=/.test(document.cookie);
}

/** Returns the sign-in page, with the way back to this location, and the reason if a session has ended. */
export const signInPath = (
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  hasEnded = false,
) => `/auth?redirectUrl=${encodeURIComponent(pathname + search + hash)}${hasEnded ? '&error=sessionEnded' : ''}`;

/**
 * Redirects to the sign-in page. The promise never settles, so callers cannot show an error before the page is gone. The
 * full page load clears everything of the ended session from memory.
 */
export function redirectToSignIn(): Promise<never> {
  announceLeaving();
  location.replace(signInPath(location, hadSignIn));
  return pendingForever();
}

/**
 * Refreshes the session after a 401 to a request that was sent at `since`: see `singleFlightRefresh`, whose code loads when a
 * session has ended.
 */
export const refreshSession = (since: number): Promise<boolean> =>
  import('./refresh.ts').then(
    ({ singleFlightRefresh }) => singleFlightRefresh(since),
    () => Promise.reject(noResponse()),
  );

/** Refreshes the session and reloads the page, or redirects to sign-in. The promise never settles. */
export async function refreshOrSignIn(): Promise<never> {
  // before-app.js looks the session up, so the 401 can be as old as the page itself.
  if (!(await refreshSession(performance.timeOrigin))) return redirectToSignIn();
  location.reload();
  return pendingForever();
}

const pendingForever = () => new Promise<never>(() => {});

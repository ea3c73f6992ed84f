import type { CallKey } from 'shared-types/api';
import { ApiError } from './api-error.ts';

const sessionKey: CallKey = 'GET /api/auth/session';

/**
 * Whether a failed call sends the person to the sign-in page. Asking who is signed in never does: to be nobody is one
 * of its answers. Nor does anything on the sign-in pages themselves.
 */
export const needsSignIn = (error: unknown, key: string, pathname: string) =>
  error instanceof ApiError && error.status === 401 && key !== sessionKey && !/^\/auth(\/|$)/.test(pathname);

/** The sign-in page that leads back here. */
export const signInAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  `/auth?redirectUrl=${encodeURIComponent(pathname + search)}`;

/**
 * Leaves for the sign-in page, and never comes back: nothing that waits for it goes on to show an error for a moment.
 * A full page load, so that nothing of the ended session stays in memory. The one place that decides what a 401 means.
 */
export function askToSignIn(): Promise<never> {
  location.replace(signInAddress(location));
  return new Promise(() => {});
}

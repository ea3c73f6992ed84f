import type { RepeatablePost } from 'shared-types/contract/api';
import { lastDataCache, lockDrafts } from '../lib/draft-storage.ts';
import { personChannel, tellTabs } from '../lib/tab/tell-tabs.ts';
import { isGatewayStatus } from './api-error.ts';

/** The call that refreshes a session, by the value of the cookie `refresh_type`, which names the way of signing in. */
const refreshCalls = new Map<string, RepeatablePost>([
  ['google', 'POST /api/auth/google/oauth2_refresh'],
  ['cognito', 'POST /api/auth/cognito/sign_in_refresh'],
]);

const sessionPath = '/api/auth/session';
const minIntervalMs = 10_000;
const timeoutMs = 15_000;
const storageKey = 'last-refresh';

/** The last attempt of any tab. */
interface Attempt {
  /** The time when it ended. */
  at: number;
  hasSucceeded: boolean;
}

/**
 * Refreshes the session after a 401 to a request that was sent at `since`. Resolves to true when the request is worth
 * sending again. All tabs and all calls share one attempt (single flight), and attempts are at least 10 s apart, so
 * refreshing cannot loop.
 */
export const singleFlightRefresh = (since: number): Promise<boolean> =>
  navigator.locks.request('refresh', async () => {
    const verdict = checkLastAttempt(readLastAttempt(), since, Date.now());
    if (verdict !== 'attempt') return verdict === 'refreshed';
    const path = refreshPath(document.cookie);
    if (path === undefined) return endSession();
    const hasSucceeded = await refreshAt(path);
    // Without storage the 10 s between attempts cannot be kept, so the attempt counts as failed.
    return saveAttempt({ at: Date.now(), hasSucceeded }) && hasSucceeded;
  });

/**
 * Returns what the last attempt says about a request that was sent at `since`: its session is refreshed, its refresh has failed
 * just now, or another attempt is due. An attempt in the future was stored before the clock was corrected.
 */
export function checkLastAttempt(
  last: Attempt | undefined,
  since: number,
  now: number,
): 'refreshed' | 'failed' | 'attempt' {
  if (last === undefined || last.at > now) return 'attempt';
  if (last.hasSucceeded && last.at >= since) return 'refreshed';
  return now - last.at < minIntervalMs ? 'failed' : 'attempt';
}

/** Returns the path of the refresh call; undefined when the cookie is missing or holds anything else. */
export function refreshPath(cookie: string): string | undefined {
  const [, type = ''] = /(?:^|;\s*)refresh_type=([^;]*)/.exec(cookie) ?? [];
  return refreshCalls.get(type)?.replace('POST ', '');
}

/** Returns whether the browser has a sign-in. Its cookie stays until the user signs out, also without a network. */
export const isSignedIn = () => refreshPath(document.cookie) !== undefined;

/** After a 401 it looks up the session once: another tab may have signed in meanwhile. */
async function refreshAt(path: string): Promise<boolean> {
  const response = await send('POST', path);
  if (response?.status !== 401) return response?.ok === true;
  const session = await send('GET', sessionPath);
  return session?.status === 401 ? endSession() : session?.ok === true;
}

/** The server has refused the session and its refresh. An outage ends no session. The next user of this browser may be another person. */
export function endSession(): false {
  // Private windows may have no store of their own.
  void eraseLastData().catch(() => {});
  lockDrafts();
  tellTabs(personChannel, '');
  return false;
}

/** Erases the last data, after a tab that is just storing some has ended. */
export const eraseLastData = () =>
  navigator.locks.request(lastDataCache, () => globalThis.caches?.delete(lastDataCache));

/** The pauses before further attempts when the gateway refuses one. */
const pausesMs = [400, 1_500];

/** Sends a request again that never reached a function. */
async function send(method: string, path: string) {
  for (const pauseMs of pausesMs) {
    const response = await sendOnce(method, path);
    if (response === undefined || !isGatewayStatus(response.status) || response.headers.has('x-request-id'))
      return response;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  return sendOnce(method, path);
}

const sendOnce = (method: string, path: string) =>
  fetch(path, { method, signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);

function readLastAttempt(): Attempt | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('hasSucceeded' in stored))
      return undefined;
    return typeof stored.at === 'number' ? { at: stored.at, hasSucceeded: stored.hasSucceeded === true } : undefined;
  } catch {
    return undefined;
  }
}

function saveAttempt(attempt: Attempt): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(attempt));
    return true;
  } catch {
    return false;
  }
}

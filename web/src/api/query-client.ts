import { focusManager, QueryClient } from '@tanstack/react-query';
import { retryAfterErrorMs } from '../lib/slow-connection.ts';
import { isTabHidden } from '../lib/tab/use-hidden.ts';
import { isTransient } from './api-error.ts';

const staleTimeMs = 2_000;
const focusThrottleMs = 5_000;

interface QueryWithState {
  state: { status: string; error: unknown };
}

/** Returns the milliseconds until a failed query is retried; false if it has not failed, or a retry cannot help. */
export const retryInterval = ({ state: { status, error } }: QueryWithState) =>
  status === 'error' && isTransient(error) && retryAfterErrorMs();

const continueMs = 200;

/**
 * Returns the milliseconds until a search asks for the rest, while the server has messages that it has not read yet; false once it
 * has read all. A search that fails is retried like any other query, and never at this pace.
 */
export const continueInterval = (query: QueryWithState, remaining = 0) =>
  remaining > 0 && query.state.status !== 'error' ? continueMs : retryInterval(query);

/** Errors show at once, without silent retries, and `retryInterval` retries while the error is on screen. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleTimeMs, retry: false, networkMode: 'always', refetchInterval: retryInterval },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/**
 * Returning to the tab refetches stale queries, at most once in 5 s, and once `check` has resolved. A page that gets the focus
 * while it loads has asked for everything already.
 */
export function refetchOnFocus(check: () => Promise<unknown> = () => Promise.resolve()) {
  focusManager.setEventListener((onFocus) => {
    const loadedAt = Date.now();
    let last = isTabHidden() ? 0 : loadedAt;
    const leave = () => {
      if (last === loadedAt) last = 0;
    };
    const comeBack = () => {
      if (Date.now() - last < focusThrottleMs) return;
      last = Date.now();
      void check().then(() => onFocus());
    };
    const abort = new AbortController();
    document.addEventListener('visibilitychange', () => (isTabHidden() ? leave() : comeBack()), abort);
    window.addEventListener('blur', leave, abort);
    window.addEventListener('focus', comeBack, abort);
    return () => abort.abort();
  });
}

import { focusManager, QueryClient } from '@tanstack/react-query';
import { isSlowConnection } from '../lib/slow-connection.ts';
import { isTransient } from './api-error.ts';

const staleTimeMs = 2_000;
const focusThrottleMs = 5_000;

interface FailedQuery {
  state: { status: string; error: unknown };
}

/** When a failed query is asked again by itself: never, if what was asked is at fault. */
export const retryInterval = ({ state: { status, error } }: FailedQuery) =>
  status === 'error' && isTransient(error) && (isSlowConnection() ? 10_000 : 5_000);

/** An error shows at once (no silent retries) and is asked again in the open. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleTimeMs, retry: false, networkMode: 'always', refetchInterval: retryInterval },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Coming back to the tab asks for news, at most once in 5 s. */
export function refetchOnFocus() {
  focusManager.setEventListener((onFocus) => {
    let last = 0;
    const listener = () => {
      if (document.visibilityState === 'hidden' || Date.now() - last < focusThrottleMs) return;
      last = Date.now();
      onFocus();
    };
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('focus', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('focus', listener);
    };
  });
}

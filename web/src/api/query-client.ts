import { focusManager, QueryClient } from '@tanstack/react-query';
import { isSlowConnection } from '../lib/slow-connection.ts';
import { isPassing } from './api-error.ts';

const youngMs = 2_000;
const focusPauseMs = 5_000;

interface Asked {
  state: { status: string; error: unknown };
}

/** When a failed query is asked again by itself: never, if what was asked is at fault. */
export const askAgainAfter = ({ state: { status, error } }: Asked) =>
  status === 'error' && isPassing(error) && (isSlowConnection() ? 10_000 : 5_000);

/** An error shows at once (no silent retries) and is asked again in the open. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: youngMs, retry: false, networkMode: 'always', refetchInterval: askAgainAfter },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Coming back to the tab asks for news, at most once in 5 s. */
export function listenForFocus() {
  focusManager.setEventListener((onFocus) => {
    let last = 0;
    const listener = () => {
      if (document.visibilityState === 'hidden' || Date.now() - last < focusPauseMs) return;
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

import { call } from './call.ts';
import { isSignedIn } from './refresh.ts';

const intervalMs = 3_600_000;
const retryMs = 60_000;

interface Ports {
  now: () => number;
  isSignedIn: () => boolean;
  /** Tells the server that the browser is in use. */
  mark: () => Promise<unknown>;
}

/**
 * Returns a listener for a user's input. It marks a use once an hour, because a page may stay open for days and what it asks
 * for by itself is no use. Loading the page is one. A failed mark is repeated after a minute, when the session may be renewed.
 */
export function markerOfUse({ now, mark, ...browser }: Ports) {
  let nextAt = now() + intervalMs;
  return () => {
    if (now() < nextAt || !browser.isSignedIn()) return;
    nextAt = now() + intervalMs;
    mark().catch(() => (nextAt = now() + retryMs));
  };
}

/** Marks uses of this page while it is open. */
export function markUses() {
  const listener = markerOfUse({
    now: Date.now,
    isSignedIn,
    mark: () => call('GET /api/auth/session'),
  });
  const inputs = ['pointerdown', 'keydown'];
  for (const input of inputs) document.addEventListener(input, listener, { capture: true });
  return () => {
    for (const input of inputs) document.removeEventListener(input, listener, { capture: true });
  };
}

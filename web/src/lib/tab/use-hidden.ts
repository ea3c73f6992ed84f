import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export const isTabHidden = () => document.visibilityState === 'hidden';

/** Returns whether this tab is hidden: another tab is in front, or the window is minimized. */
export const useTabHidden = () => useSyncExternalStore(subscribe, isTabHidden);

import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export const isTabHidden = () => document.visibilityState === 'hidden';

/** Whether nobody sees this tab: another one is in front, or the window is put away. */
export const useTabHidden = () => useSyncExternalStore(subscribe, isTabHidden);

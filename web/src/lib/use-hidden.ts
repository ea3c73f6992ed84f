import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export const isHidden = () => document.visibilityState === 'hidden';

/** Whether nobody sees this tab: another one is in front, or the window is put away. */
export const useHidden = () => useSyncExternalStore(subscribe, isHidden);

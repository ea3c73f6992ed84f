import { useSyncExternalStore } from 'react';

/** The window has room for a list beside the chosen thing. The styles of the panes ask for the same width. */
const wide = window.matchMedia('(min-width: 1100px)');

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

export const useTwoPanes = () => useSyncExternalStore(subscribe, () => wide.matches);

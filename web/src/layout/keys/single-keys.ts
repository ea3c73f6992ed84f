import { useSyncExternalStore } from 'react';

const storageKey = 'single keys';
const listeners = new Set<() => void>();
/** The choice of this page, which also holds when storage is disabled. */
let isOn = readChoice();

function readChoice() {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Single keys can be turned off, because speech input may press them by mistake (WCAG 2.1.4). */
export function setSingleKeys(on: boolean) {
  isOn = on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is disabled, so the choice lasts until the page closes.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const areSingleKeysOn = () => isOn;
export const useSingleKeys = () => useSyncExternalStore(subscribe, areSingleKeysOn);

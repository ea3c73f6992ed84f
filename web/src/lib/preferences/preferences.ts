import { useSyncExternalStore } from 'react';
import { type Choices, readChoices } from 'shared-types/rules/auth/preferences';

/** This browser's copy, with which a page begins in the user's colors: see web/build/before-app.js. */
const storageKey = 'preferences';

const listeners = new Set<() => void>();
let choices = readStored();
interface Account {
  /** Choices that the account does not have yet. */
  unsaved: Partial<Choices>;
  /** Undefined while it is unknown, as for a visitor. */
  version?: number;
}

export const account: Account = { unsaved: {} };

function readStored() {
  try {
    return readChoices(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return readChoices(null);
  }
}

function set(next: Choices) {
  choices = next;
  const { theme, density } = next;
  Object.assign(document.documentElement.dataset, { theme, density });
  for (const listener of listeners) listener();
}

function keep(next: Choices) {
  set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is disabled, so the choice lasts until the page closes.
  }
}

export const getChoices = () => choices;

/** Applies a choice at once. It is saved with the account by web/src/api/save-preferences.ts. */
export function choose(change: Partial<Choices>) {
  account.unsaved = { ...account.unsaved, ...change };
  keep({ ...choices, ...change });
}

/** Takes the account's preferences over. An account without any keeps those of the browser. */
export function receivePreferences(preferences: { version: number } | undefined) {
  if (!preferences) return;
  account.version = preferences.version;
  if (preferences.version > 0) keep({ ...readChoices(preferences), ...account.unsaved });
}

/** Another tab has stored a choice. */
export const readAgain = () => set(readStored());

export function onPreferences(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const usePreferences = () => useSyncExternalStore(onPreferences, getChoices);

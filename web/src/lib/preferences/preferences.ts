import { useSyncExternalStore } from 'react';
import { type Choices, readChoices } from 'shared-types/rules/auth/preferences';

/** This browser's copy, with which a page begins in the user's colors: see web/build/before-app.js. */
const storageKey = 'preferences';

const listeners = new Set<() => void>();
let choices = readStored();

/** Two browsers may change the same list at once, so a change can be made again to what the other one has saved. */
type Change = (choices: Choices) => Choices;

interface Account {
  /** Changes that the account does not have yet. */
  unsaved: readonly Change[];
  /** Undefined while it is unknown, as for a visitor. */
  version?: number;
}

export const account: Account = { unsaved: [] };

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
export function choose(choice: Partial<Choices> | ((choices: Choices) => Partial<Choices>)) {
  const change: Change = (to) => ({ ...to, ...(typeof choice === 'function' ? choice(to) : choice) });
  account.unsaved = [...account.unsaved, change];
  keep(change(choices));
}

/**
 * Takes the account's preferences over. An account without any keeps those of the browser, but not the texts, which may be those
 * of the person who was signed in here before.
 */
export function receivePreferences(preferences: { version: number } | undefined) {
  if (!preferences) return;
  account.version = preferences.version;
  const base = preferences.version > 0 ? readChoices(preferences) : { ...choices, views: [], starters: [] };
  keep(account.unsaved.reduce((to, change) => change(to), base));
}

/** Another tab has stored a choice. */
export const readAgain = () => set(readStored());

export function onPreferences(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const usePreferences = () => useSyncExternalStore(onPreferences, getChoices);

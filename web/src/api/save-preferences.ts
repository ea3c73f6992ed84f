import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { account, getChoices, onPreferences, readAgain, receivePreferences } from '../lib/preferences/preferences.ts';
import { attempt } from '../ui/toasts/toasts.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { sessionQuery } from './session.ts';

const hasVersion = (value: unknown): value is { version: number } =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number';

/** Returns the account's preferences from the refusal of an older version of them. */
function currentOf(error: unknown) {
  const current = error instanceof ApiError && error.errorCode === 'conflict' && error.details['current'];
  return hasVersion(current) ? current : undefined;
}

/** Takes the choices that are not saved yet. Returns undefined if all are saved, or if the session is not loaded yet. */
export function takeUnsavedChoices() {
  const { unsaved: changes, version } = account;
  if (version === undefined || changes.length === 0) return undefined;
  account.unsaved = [];
  const { tools, views, starters, ...choices } = getChoices();
  const lists = { tools: [...tools], views: [...views], starters: [...starters] };
  return { changes, preferences: { ...choices, ...lists, version } };
}

/** Two browsers hardly change the same preferences more often within one save. */
const maxConflicts = 3;

let isSaving = false;

/** Saves the choices that the account does not have yet, one call at a time. Another browser's choices are kept. */
async function savePreferences() {
  if (isSaving) return;
  isSaving = true;
  let conflicts = 0;
  try {
    for (let unsaved = takeUnsavedChoices(); unsaved; unsaved = takeUnsavedChoices()) {
      const { changes, preferences: body } = unsaved;
      try {
        receivePreferences(await call('PUT /api/auth/preferences', { body }));
      } catch (error) {
        // Later choices are newer.
        account.unsaved = [...changes, ...account.unsaved];
        const current = currentOf(error);
        conflicts += 1;
        if (!current || conflicts > maxConflicts) throw error;
        receivePreferences(current);
      }
    }
  } finally {
    isSaving = false;
  }
}

const save = () => void attempt('Could not save.', savePreferences);

/** Returns whether the browser has a copy of the preferences. Private windows may have no storage. */
function hasStored() {
  try {
    return localStorage.getItem('preferences') !== null;
  } catch {
    return false;
  }
}

/** Saves the preferences whenever they change, and follows those that another tab chooses. */
export function useSavedPreferences() {
  const { data: user } = useQuery(sessionQuery);
  useEffect(() => {
    // Another tab may have chosen something while this one opened.
    if (hasStored()) readAgain();
    const followOtherTab = ({ key }: StorageEvent) => key === 'preferences' && readAgain();
    window.addEventListener('storage', followOtherTab);
    return () => window.removeEventListener('storage', followOtherTab);
  }, []);
  useEffect(() => {
    if (!user) return undefined;
    save();
    return onPreferences(save);
  }, [user]);
}

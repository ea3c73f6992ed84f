import { useSyncExternalStore } from 'react';
import { keptChatsKey } from '../draft-storage.ts';

/** The choice is stored with the id of its user, because the next user of this browser has not made it. */
export function keepsChats(userId: string) {
  try {
    return localStorage.getItem(keptChatsKey) === userId;
  } catch {
    // Without storage nothing is kept.
    return false;
  }
}

const listeners = new Set<() => void>();

/** Begins to store the latest conversations in this browser, or erases them: see web/src/layout/offline. */
export function keepChats(userId: string, isWanted: boolean) {
  if (isWanted) localStorage.setItem(keptChatsKey, userId);
  else localStorage.removeItem(keptChatsKey);
  for (const listener of listeners) listener();
}

/** Listens to the choice, also in other tabs. */
export function onKeptChats(listener: () => void) {
  const hearTab = ({ key }: StorageEvent) => key === keptChatsKey && listener();
  listeners.add(listener);
  window.addEventListener('storage', hearTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hearTab);
  };
}

export const useKeepsChats = (userId: string) => useSyncExternalStore(onKeptChats, () => keepsChats(userId));

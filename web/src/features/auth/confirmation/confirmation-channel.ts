/**
 * The tab that comes back from Google tells the tab that waits, through the storage that they share. They share no opener,
 * because the site has a COOP header.
 */
const storageKey = 'confirmation';

/** Listens until the returned function is called. `error` is empty after a success. */
export function listenForConfirmation(onEnd: (error: string) => void) {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) onEnd(newValue);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** The other tabs get an event when the value appears. It is removed again, so that the next one is new. */
export function announceConfirmation(error: string) {
  localStorage.setItem(storageKey, error);
  localStorage.removeItem(storageKey);
}

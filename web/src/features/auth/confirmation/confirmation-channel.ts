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

const googleNotices = new Map([
  ['cancelled', 'You canceled at Google.'],
  ['otherAccount', 'That was another Google account. Choose the one that you are signed in with here.'],
  ['stale', 'You signed in at Google some time ago. Sign out there, then confirm again.'],
]);

/** Says why Google has not confirmed the user. */
export const googleConfirmationNotice = (error: string) =>
  googleNotices.get(error) ?? 'Google did not confirm it. Try again.';

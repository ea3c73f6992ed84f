/** The drafts of a user's questions are stored under keys that begin so. */
export const draftPrefix = 'draft ';

/** The cache of the last data: see web/src/layout/offline/last-data.ts. The worker's caches begin with another word. */
export const lastDataCache = 'last data';

/** Deletes all drafts and the last data when the session has ended, because the next user of this browser may be another person. */
export function clearDrafts() {
  void globalThis.caches?.delete(lastDataCache);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no stored drafts.
  }
}

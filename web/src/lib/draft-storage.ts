/** The drafts of a user's questions are stored under keys that begin so. */
export const draftPrefix = 'draft ';

/** Deletes all drafts when the session has ended, because the next user of this browser may be another person. */
export function clearDrafts() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no stored drafts.
  }
}

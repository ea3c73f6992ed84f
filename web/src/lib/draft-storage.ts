/** The drafts of a user's questions are stored under keys that begin so. */
export const draftPrefix = 'draft ';

/** The last filters of the monitor (features/ljmonitor/filters/last-view.ts), which belong to a person as the drafts do. */
export const lastViewKey = `${draftPrefix}monitor`;

/** The cache of the last data: see web/src/layout/offline/last-data.ts. The worker's caches begin with another word. */
export const lastDataCache = 'last data';

/** The wish to keep conversations in this browser: see preferences/kept-chats.ts. */
export const keptChatsKey = 'kept chats';

/** Whose the drafts are: the id of a user, after `ended` since that user's session has ended. */
const ownerKey = 'owner of drafts';
const ended = 'ended ';

/** Hears when the drafts of a person who is back may be read again. */
export const draftEvents = new EventTarget();

/** Reads what is stored of a draft. After the end of a session nobody may, until the same person is signed in again. */
export const readOfDraft = (key: string) =>
  localStorage.getItem(ownerKey)?.startsWith(ended) ? null : localStorage.getItem(key);

/** Gives the drafts to the person who is signed in. Those of another person are deleted. */
export function claimDrafts(userId: string) {
  try {
    const owner = localStorage.getItem(ownerKey);
    if (owner === userId) return;
    if (owner !== null && owner !== ended + userId) deleteDrafts();
    localStorage.setItem(ownerKey, userId);
    draftEvents.dispatchEvent(new Event('change'));
  } catch {
    // Without storage there are no stored drafts.
  }
}

/** Keeps the drafts for their person when the session has ended. The next one at this browser may be another. */
export function lockDrafts() {
  try {
    const owner = localStorage.getItem(ownerKey);
    if (owner === null) deleteDrafts();
    else if (!owner.startsWith(ended)) localStorage.setItem(ownerKey, ended + owner);
  } catch {
    // Without storage there are no stored drafts.
  }
}

/** Deletes all drafts, as when a person signs out by hand. */
export function deleteDrafts() {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(draftPrefix) || key === ownerKey) localStorage.removeItem(key);
  } catch {
    // Without storage there are no stored drafts.
  }
}

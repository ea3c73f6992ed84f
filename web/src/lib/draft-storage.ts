/** The drafts of a user's questions are stored under keys that begin so. */
export const draftPrefix = 'draft ';

/** The last filters of the monitor (features/ljmonitor/filters/last-view.ts), which belong to a person as the drafts do. */
export const lastViewKey = `${draftPrefix}monitor`;

/** The cache of the last data: see web/src/layout/offline/last-data.ts. The worker deletes caches whose names begin with 'site'. */
export const lastDataCache = 'last data';

/** The choice to keep conversations in this browser: see preferences/kept-chats.ts. */
export const keptChatsKey = 'kept chats';

/** The key of the drafts' owner: the id of a user, with the prefix `ended` when that user's session has ended. */
const ownerKey = 'owner of drafts';
const ended = 'ended ';

/** Dispatches 'change' when another person has signed in, or the same one again: drafts that were read before may be outdated. */
export const draftEvents = new EventTarget();

/** The drafts belong to a person whose session has ended: nobody reads or changes them until that person is signed in again. */
const areLocked = () => localStorage.getItem(ownerKey)?.startsWith(ended) === true;

/** Makes one draft of a stored one and of what was typed before its person was known. */
export type JoinDrafts = (stored: string, typed: string) => string;

const joinedBy =
  (separator: string): JoinDrafts =>
  (stored, typed) =>
    [stored, typed].filter(Boolean).join(separator);

/** Puts what was typed below what is stored. */
export const joinLines = joinedBy('\n');

/** Puts what was typed behind what is stored. */
export const joinWords = joinedBy(' ');

/** What was typed before the person was known, who may have other drafts stored. */
const typedEarly = new Map<string, { typed: string; join: JoinDrafts }>();

/** Reads a draft. While the drafts are locked, it is null or what was typed since. */
export const readOfDraft = (key: string) =>
  typedEarly.get(key)?.typed ?? (areLocked() ? null : localStorage.getItem(key));

/** Stores a draft, or erases what is stored when it is empty. Before the person is known it waits, and is joined then. */
export function storeDraft(key: string, value: string, join: JoinDrafts) {
  if (typedEarly.has(key) || areLocked()) typedEarly.set(key, { typed: value, join });
  else write(key, value);
}

function write(key: string, value: string) {
  if (value === '') localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

/** Gives the drafts to the person who is signed in. Those of another person are deleted. */
export function claimDrafts(userId: string) {
  try {
    const owner = localStorage.getItem(ownerKey);
    if (owner === userId && typedEarly.size === 0) return;
    if (owner !== null && owner !== userId && owner !== ended + userId) deleteDrafts();
    localStorage.setItem(ownerKey, userId);
    for (const [key, { typed, join }] of typedEarly) write(key, join(localStorage.getItem(key) ?? '', typed));
    typedEarly.clear();
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

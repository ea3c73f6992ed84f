/** The drafts of a user's questions are stored under keys that begin so. */
export const draftPrefix = 'draft ';

/** The last filters of the monitor (features/ljmonitor/filters/last-view.ts), which the end of a session erases with the drafts. */
export const lastViewKey = `${draftPrefix}monitor`;

/** The cache of the last data: see web/src/layout/offline/last-data.ts. The worker's caches begin with another word. */
export const lastDataCache = 'last data';

/** The wish to keep conversations in this browser: see preferences/kept-chats.ts. */
export const keptChatsKey = 'kept chats';

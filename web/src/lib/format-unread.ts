/** The server stops counting at this number. */
const maxCounted = 999;

export const formatUnread = (unread: number) => (unread >= maxCounted ? `${maxCounted}+` : String(unread));

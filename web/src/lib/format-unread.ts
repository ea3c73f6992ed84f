/** The server counts no further. */
const maxCounted = 999;

export const formatUnread = (unread: number) => (unread >= maxCounted ? `${maxCounted}+` : String(unread));

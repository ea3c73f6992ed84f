/** The server counts no further. */
const mostCounted = 999;

export const unreadText = (unread: number) => (unread >= mostCounted ? `${mostCounted}+` : String(unread));

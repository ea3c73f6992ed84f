export const hidden = 'Hidden ';
export const star = 'Star';
export const wasHidden = (title: string) => `“${title}” was hidden.`;
export const show = 'Show';
export const hide = 'Hide';
export const wasMarkedAsRead = (title: string) => `“${title}” was marked as read.`;
export const couldNotMarkAs = 'Could not mark as read.';
export const staysUnread = 'This house has just changed, so it stays unread.';
export const read = 'read';

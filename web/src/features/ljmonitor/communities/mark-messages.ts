export const markedAsRead = (name: string, unread: number) => `${name}: ${unread} marked as read.`;

export const allUnread = 'All unread';
export const unreadHousesByNews = 'Unread houses by news';

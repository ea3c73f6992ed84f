export const trackSecondHandListings = 'Track second-hand listings';
export const noCommunitiesYet = 'Track second-hand listings · no communities yet';
export const countOfUnread = (unread: string) => `${unread} unread`;
export const refreshedAt = (age: string) => `· refreshed ${age}`;
export const noHousesYet = 'No houses yet. The latest changes appear here.';
export const addCommunityFirst = 'Add a community to see its latest changes here.';
export const ljmonitor = 'LJMonitor';

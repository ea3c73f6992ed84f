export const since = (time: string) => `Since ${time}`;
export const newsSinceLastVisit = 'News since your last visit';
export const groupBy = 'Group by';
export const nothing = 'nothing';
export const day = 'day';
export const community = 'community';
export const today = 'Today';
export const yesterday = 'Yesterday';
export const removedHouses = (count: number) => (count === 1 ? '1 removed house' : `${count} removed houses`);

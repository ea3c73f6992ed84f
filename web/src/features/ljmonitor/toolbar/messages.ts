/** Describes the unread houses that are not loaded yet. Undefined: a filter makes their number unknown. */
export const describeUnreadBelow = (below: number | undefined) =>
  below === undefined ? 'more unread houses may follow' : below > 0 ? `${below} more unread below` : '';

export const loadingMore = 'Loading more…';
export const noUnreadHousesFound = 'No unread houses found';
export const houses = 'Houses';
/** The number is that of the houses which it marks, where it is known before. */
export const readAll = (count: number | undefined) => (count ? `read all ${count}` : 'read all');
export const refreshAll = 'refresh all';
export const couldNotMarkAll = 'Could not mark all as read.';
export const couldNotStartRefresh = 'Could not start a refresh.';

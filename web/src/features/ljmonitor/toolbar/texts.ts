/** Describes the unread houses that are not loaded yet. Undefined: a filter makes their number unknown. */
export const describeUnreadBelow = (below: number | undefined) =>
  below === undefined ? 'more unread houses may follow' : below > 0 ? `${below} more unread below` : '';

import type { NewsKind } from 'shared-types/rules/house-news';

export const changeNames: Record<NewsKind, string> = {
  new: 'New',
  cheaper: 'Cheaper',
  dearer: 'More expensive',
  returned: 'Back on offer',
  removed: 'Removed',
  edited: 'Edited',
};

/** Says in which time something has changed: 'in the last 7 days'. */
export const namePeriod = (days: number | undefined) =>
  days === undefined ? 'at any time' : `in the last ${days === 1 ? '24 hours' : `${days} days`}`;

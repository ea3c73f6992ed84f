import type { NewsKind } from 'shared-types/rules/house-news';

/** Names the houses with a kind of news, after their number: '6 new', '3 cheaper'. */
export const newsNames: Record<NewsKind, string> = {
  new: 'new',
  cheaper: 'cheaper',
  dearer: 'more expensive',
  returned: 'back on offer',
  removed: 'removed',
  edited: 'edited',
};

/** Names a kind of news at the beginning of a text: 'Cheaper'. */
export const nameChange = (kind: NewsKind) => newsNames[kind].charAt(0).toUpperCase() + newsNames[kind].slice(1);

/** Says in which time something has changed: 'in the last 7 days'. */
export const namePeriod = (days: number | undefined) =>
  days === undefined ? 'at any time' : `in the last ${days === 1 ? '24 hours' : `${days} days`}`;

export const unread = 'Unread';
export const chart = 'Chart';
export const history = 'history';
export const couldNotSave = 'Could not save.';
export const couldNotUpdateHouses = 'Could not update the houses.';
export const couldNotLoadHouses = 'Could not load the houses.';
export const couldNotLoadMore = 'Could not load more houses.';
export const loadMore = 'Load more';
export const clearFilters = 'Clear filters';
export const noMatches = 'No houses match these filters.';
export const noHouses = 'The selected communities have no houses.';
export const noHousesYet = 'No houses yet. They appear here when a community has been checked.';
export const addCommunityFirst = 'Add a community to see its houses here.';
export const priceDown = 'Price down ';
export const priceUp = 'Price up ';

/** Says for how long a house is, or was, on offer. */
export const daysOnOffer = (days: number, isRemoved: boolean) =>
  `${isRemoved ? 'was ' : ''}${days === 1 ? '1 day' : `${days} days`} on offer`;

export const countOfHouses = (houses: number) => `${houses} ${houses === 1 ? 'house' : 'houses'}`;

/** Tells a screen reader what a changed filter or order has found. */
export function describeFound(houses: number, hasMore: boolean) {
  if (houses === 0) return 'Found no houses.';
  return `Found ${hasMore ? 'more than ' : ''}${countOfHouses(houses)}.`;
}

export const couldNotLoadHistory = 'Could not load the history.';
export const olderVersions = 'Older versions';
export const now = 'Now';
export const removed = 'Removed';
export const listedAgain = 'Listed again';
export const noTags = 'No tags';
export const until = (change: string) => `${change} to`;
export const changed = 'changed';

export const tryOnceNow = 'Try now';
export const couldNotStartRefresh = 'Could not start a refresh.';

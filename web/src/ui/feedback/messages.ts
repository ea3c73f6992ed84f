export const retry = 'Retry';
export const reload = 'Reload';
export const stillLoading = '· still loading';
export const couldNotLoadPart = 'Could not load this part. Check your connection and reload.';
export const loading = 'Loading';

export const retry = 'Retry';
export const reload = 'Reload';
export const stillLoading = '· still loading';

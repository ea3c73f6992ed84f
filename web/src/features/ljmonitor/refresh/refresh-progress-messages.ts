export const refreshing = 'Refreshing';

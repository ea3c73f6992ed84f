export const refresh = 'Refresh';

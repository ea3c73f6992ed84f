export const notifications = 'Notifications';
export const close = 'Close';

export const notifications = 'Notifications';
export const close = 'Close';
export const undo = 'Undo';
export const retry = 'Retry';
export const couldNotUndo = 'Could not undo.';

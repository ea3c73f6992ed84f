export const notifications = 'Notifications';
export const close = 'Close';
/** The button of a toast, by the kind of its action. */
export const actions = { undo: 'Undo', retry: 'Retry', reload: 'Reload' };
export const couldNotUndo = 'Could not undo.';

export const retry = 'Retry';
export const reload = 'Reload';
export const stillLoading = '· still loading';
export const couldNotLoadPart = 'Could not load this part. Check your connection and reload.';
export const loading = 'Loading';

/** Every screen shows these texts when a call fails. */
export const couldNotSave = 'Could not save.';
export const somethingWentWrong = 'Something went wrong.';
export const offline = 'You are offline, or the site cannot be reached.';
export const unavailable = 'Temporarily unavailable. Try again in a moment.';
export const wrongOnOurSide = 'Something went wrong on our side';

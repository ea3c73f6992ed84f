export const willNotify = (state: string) => `We will notify you when the server is ${state}, while this tab is open.`;
export const cancelNotification = 'Cancel notification';
export const notifyMe = 'Notify me';
export const titleShowsProgress = 'While this tab is open, its title shows the progress.';
export const notSupported = (alternative: string) => `This browser does not support notifications. ${alternative}`;
export const blocked = (alternative: string) =>
  `Notifications are blocked. Allow them in the browser’s settings for this site. ${alternative}`;
export const notAllowed = (alternative: string) => `Notifications were not allowed. Try again. ${alternative}`;

export const willNotify = (state: string) => `We will notify you when the server is ${state}, while this tab is open.`;
export const cancelNotification = 'Cancel notification';
export const notifyMe = 'Notify me';
export const titleShowsProgress = 'While this tab is open, its title shows the progress.';
export const notSupported = (alternative: string) => `This browser does not support notifications. ${alternative}`;
export const blocked = (alternative: string) =>
  `Notifications are blocked. Allow them in the browser’s settings for this site. ${alternative}`;
export const notAllowed = (alternative: string) => `Notifications were not allowed. Try again. ${alternative}`;

export const couldNotLoad = 'The page could not load. Open it and retry.';
export const noProgress = (action: string) =>
  `The ${action} has made no progress for five minutes. Open the page and refresh it.`;
export const updatesPaused = (stackName: string) => `${stackName}: live updates are paused`;
export const isDown = (stackName: string) => `${stackName} is down`;
export const worldIsKept = 'The world is kept.';
export const isUp = (stackName: string) => `${stackName} is up`;
export const serverIsReady = 'The server is ready.';
export const wasCanceled = (stackName: string, action: string) => `${stackName}: the ${action} was canceled`;
export const hasFailed = (stackName: string, action: string) => `${stackName}: the ${action} failed`;

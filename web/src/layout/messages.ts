export const pageNotFound = 'Page not found';
export const goHome = 'Go home';
export const pageCouldNotLoad = 'This page could not load';
export const reload = 'Reload';

export const noSuchPage = 'This page does not exist.';
export const offlineOrUpdated = 'You may be offline, or the site was updated.';

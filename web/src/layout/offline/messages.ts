export const siteWasUpdated = 'The site was updated.';
export const reload = 'Reload';

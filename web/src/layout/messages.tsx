import type { ReactNode } from 'react';
export const pageNotFound = 'Page not found';
export const goHome = 'Go home';
export const pageCouldNotLoad = 'This page could not load';
export const reload = 'Reload';

export const noSuchPage = (link: ReactNode) => <>This page does not exist. {link}</>;

export const offlineOrUpdated = (linkButton: ReactNode) => (
  <>You may be offline, or the site was updated. {linkButton}</>
);

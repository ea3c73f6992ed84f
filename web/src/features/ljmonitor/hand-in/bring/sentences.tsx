import type { ReactNode } from 'react';

export const signedOut = (link: ReactNode) => (
  <>You are signed out, so no page was taken. {link}, then click the bookmarklet again.</>
);

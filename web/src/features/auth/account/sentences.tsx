import type { ReactNode } from 'react';

export const changeAtGoogle = (link: ReactNode) => (
  <>You sign in with Google. To change your password or your second step, go to {link}.</>
);

import type { ReactNode } from 'react';

export const aboutExtension = (code: ReactNode) => (
  <>
    The browser extension opens the pages one by one and hands them in for you. It comes with the code of this site, in{' '}
    {code}: load it as an unpacked extension.
  </>
);

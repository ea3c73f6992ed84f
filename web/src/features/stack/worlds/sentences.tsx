import type { ReactNode } from 'react';

export const nextStart = (value: string, by: ReactNode, children: ReactNode) => (
  <>
    The next start begins with {value}, chosen by {by}. {children}
  </>
);

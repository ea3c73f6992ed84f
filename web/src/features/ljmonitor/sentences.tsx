import type { ReactNode } from 'react';

export const unreadIn = (strong: ReactNode, communities: number, value: string, value2: ReactNode) => (
  <>
    {strong} in {communities} {value}
    {value2}
  </>
);

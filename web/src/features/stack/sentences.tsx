import type { ReactNode } from 'react';

export const runningOf = (strong: ReactNode, length: number, running: string) => (
  <>
    {strong} of {length} · {running}
  </>
);

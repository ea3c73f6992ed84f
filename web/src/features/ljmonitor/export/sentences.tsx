import type { ReactNode } from 'react';

export const exportAs = (map: ReactNode, output: ReactNode, value: ReactNode) => (
  <>
    Export as {map} {output}
    {value}
  </>
);

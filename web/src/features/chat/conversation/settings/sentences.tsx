import type { ReactNode } from 'react';

export const exportAs = (formats: ReactNode, progress: ReactNode, failure: ReactNode) => (
  <>
    Export {formats}
    {progress}
    {failure}
  </>
);

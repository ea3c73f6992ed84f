import type { ReactNode } from 'react';

export const couldNotLoadPart = (linkButton: ReactNode) => (
  <>Could not load this part. Check your connection and reload. {linkButton}</>
);

export const loading = (value: ReactNode) => <>Loading{value}</>;

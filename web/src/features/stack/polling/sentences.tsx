import type { ReactNode } from 'react';

export const updatedAt = (age: string, linkButton: ReactNode) => (
  <>
    Updated {age} · {linkButton}
  </>
);

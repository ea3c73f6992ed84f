import type { ReactNode } from 'react';

export const accountFacts = (value: ReactNode, age: string, value2: ReactNode) => (
  <>
    {value}last signed in {age}
    {value2}
  </>
);

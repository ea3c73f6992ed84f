import type { ReactNode } from 'react';

export const lastConversation = (strong: ReactNode, age: string) => (
  <>
    Last: {strong} · {age}
  </>
);

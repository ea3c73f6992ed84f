import type { ReactNode } from 'react';

export const notSent = (chatErrorMessage: string, linkButton: ReactNode) => (
  <>
    Not sent. Your draft is saved. {chatErrorMessage} {linkButton}
  </>
);

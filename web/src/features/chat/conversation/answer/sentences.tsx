import type { ReactNode } from 'react';

export const lostConnection = (chatErrorMessage: string, linkButton: ReactNode) => (
  <>
    Lost the connection to this answer. {chatErrorMessage} {linkButton}
  </>
);

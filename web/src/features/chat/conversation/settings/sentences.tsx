import type { ReactNode } from 'react';

export const exportAs = (map: ReactNode, value: ReactNode, value2: ReactNode) => (
  <>
    Export {map}
    {value}
    {value2}
  </>
);

export const couldNotLoadModels = (chatErrorMessage: string, linkButton: ReactNode) => (
  <>
    Could not load the other models. {chatErrorMessage} {linkButton}
  </>
);

export const couldNotLoadUsage = (chatErrorMessage: string, linkButton: ReactNode) => (
  <>
    Could not load your usage. {chatErrorMessage} {linkButton}
  </>
);

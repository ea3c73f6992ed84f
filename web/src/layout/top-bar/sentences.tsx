import type { ReactNode } from 'react';

export const goTo = (kbd: ReactNode) => <>Go to… {kbd}</>;

import type { ReactNode } from 'react';

export const aboutThisMonth = (strong: ReactNode) => <>About {strong} this month so far</>;

import type { ReactNode } from 'react';

export const closeThisTab = (value: ReactNode) => <>{value} Close this tab and go back to the other one.</>;

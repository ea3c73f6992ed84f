import type { ReactNode } from 'react';

export const by = (actor: ReactNode) => <>by {actor}</>;

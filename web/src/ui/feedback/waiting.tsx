import type { ReactNode } from 'react';

/** Marks a part whose height is not known yet. The style sheets keep invisible what its content would push away. */
export const Waiting = ({ children }: { children?: ReactNode }) => <div data-waiting="">{children}</div>;

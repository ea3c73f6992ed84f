import type { ReactNode } from 'react';
import { useRootMark } from '../use-root-mark.ts';

/** Marks a part whose height is not known yet. The style sheets keep invisible what its content would push away. */
export function Waiting({ children }: { children?: ReactNode }) {
  useRootMark('waiting');
  return <div data-waiting="">{children}</div>;
}

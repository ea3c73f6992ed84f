import type { ReactNode } from 'react';
import { Panes } from '../../../layout/panes.tsx';
import { useTwoPanes } from '../../../layout/use-two-panes.ts';
import { StackRail } from './stack-rail.tsx';
import styles from './stack-rail.module.css';

interface StackFrameProps {
  title: string;
  /** The stack that the page shows. */
  current: string;
  children: ReactNode;
}

/**
 * The page of a stack. A wide window shows all stacks beside it. The page stays mounted when the window changes its width,
 * so that an open dialog or a typed text is kept.
 */
export function StackFrame({ title, current, children }: StackFrameProps) {
  const hasTwoPanes = useTwoPanes();
  return (
    <Panes title={title} rail={hasTwoPanes && <StackRail current={current} />}>
      <div className={styles.stack}>{children}</div>
    </Panes>
  );
}

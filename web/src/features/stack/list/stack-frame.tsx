import type { ReactNode } from 'react';
import { Page } from '../../../layout/page.tsx';
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

/** The page of a stack. A wide window shows all stacks beside it. */
export function StackFrame({ title, current, children }: StackFrameProps) {
  const hasTwoPanes = useTwoPanes();
  if (!hasTwoPanes)
    return (
      <Page wide title={title}>
        {children}
      </Page>
    );
  return (
    <Panes title={title} rail={<StackRail current={current} />}>
      <div className={styles.stack}>{children}</div>
    </Panes>
  );
}

import { type ReactNode, useState } from 'react';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import styles from './stack-detail.module.css';

/** A part whose code and data load when it is first opened. */
export function Unfolded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, open] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => event.currentTarget.open && open(true)}>
      <summary>{title}</summary>
      {isOpen && <LazyPart>{children}</LazyPart>}
    </details>
  );
}

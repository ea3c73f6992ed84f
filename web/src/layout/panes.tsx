import type { ReactNode } from 'react';
import { useTitle } from './title/use-title.ts';
import styles from './panes.module.css';

interface PanesProps {
  /** The title of the browser tab. */
  title: string;
  /** The list of things, at the left edge. Without it, the other pane fills the page. */
  rail: ReactNode;
  /** The other pane uses a very wide window, too. */
  isWide?: boolean;
  /** The chosen things. */
  children: ReactNode;
}

/** Two panes side by side. On a narrow screen the rail stands above the other pane. */
export function Panes({ title, rail, isWide = false, children }: PanesProps) {
  useTitle(title);
  return (
    <div className={styles.panes}>
      {rail && <Rail>{rail}</Rail>}
      <div className={isWide ? `${styles.pane} ${styles.wide}` : styles.pane}>{children}</div>
    </div>
  );
}

/** The list of things beside the chosen one. On a wide window it scrolls by itself. */
export const Rail = ({ children }: { children: ReactNode }) => <div className={styles.rail}>{children}</div>;

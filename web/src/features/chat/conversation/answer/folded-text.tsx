import type { ReactNode } from 'react';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import styles from '../messages/messages.module.css';

/** In UTF-16 units. A longer answer takes more than two screens. */
export const maxUnfolded = 6_000;

/** The beginning of a long answer, with a button that shows the rest of it. */
export function FoldedText({ onUnfold, children }: { onUnfold: () => void; children: ReactNode }) {
  return (
    <>
      {/* The browser scrolls it when it finds text or puts the focus in the part that is not shown. */}
      <div className={styles.folded} onScroll={onUnfold}>
        {children}
      </div>
      <p className={styles.unfold}>
        <LinkButton onClick={onUnfold}>Show all</LinkButton>
      </p>
    </>
  );
}

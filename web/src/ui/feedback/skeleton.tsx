import { useEffect, useState } from 'react';
import { isSlowConnection } from '../../lib/slow-connection.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  rows: number;
  /** The kind of rows: one line of text, a house of three lines, or a chart. */
  of?: 'line' | 'house' | 'chart';
}

/** Placeholder rows in the size of the rows that are loading. After some seconds they say that loading continues. */
export function Skeleton({ rows, of = 'line' }: SkeletonProps) {
  const isSlow = useIsSlow();
  const barsOfRow = of === 'house' ? [0, 1, 2] : [0];
  return (
    <div className={styles.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={of === 'line' ? styles.row : `${styles.row} ${styles[of]}`}>
          {barsOfRow.map((bar) =>
            row + bar === 0 ? (
              <output key={bar}>
                Loading
                {isSlow && <span> · still loading</span>}
              </output>
            ) : (
              <div key={bar} className={styles.bar} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

function useIsSlow() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), isSlowConnection() ? 5_000 : 3_000);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

import { useEffect, useState } from 'react';
import { isSlowConnection } from '../../lib/slow-connection.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  rows: number;
  /** What the rows will be: one line of text, a house of three, or a chart. */
  of?: 'line' | 'house' | 'chart';
}

/** Where rows will stand in a moment, in their size; after some seconds it says that it still tries. */
export function Skeleton({ rows, of = 'line' }: SkeletonProps) {
  const isLong = useIsLong();
  const barsOfRow = of === 'house' ? [0, 1, 2] : [0];
  return (
    <div className={styles.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={of === 'line' ? styles.row : `${styles.row} ${styles[of]}`}>
          {barsOfRow.map((bar) =>
            row + bar === 0 ? (
              <output key={bar}>Loading{isLong && <span> · still loading</span>}</output>
            ) : (
              <div key={bar} className={styles.bar} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

function useIsLong() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), isSlowConnection() ? 5_000 : 3_000);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

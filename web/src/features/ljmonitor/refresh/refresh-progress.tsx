import styles from './refresh-progress.module.css';

/** The progress of a refresh, between 0 and 1. */
export default function RefreshProgress({ value }: { value: number }) {
  return <progress className={styles.bar} aria-label="Refreshing" max={1} value={value} />;
}

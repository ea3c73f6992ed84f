import type { MissedStart } from 'shared-types/contract/stack/weekly-times';
import { formatFutureTime, formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './stack-detail.module.css';

export interface Plan {
  nextStart: number | null;
  missed: MissedStart | null;
}

/** The next start by the weekly times, and the last one if it has not happened. */
export function NextStart({ nextStart, missed }: Plan) {
  const now = useNow();
  return (
    <>
      {missed && (
        <p className={styles.why} role="alert">
          The server did not start at {formatTime(missed.time, now)} as planned. {missed.reason}
        </p>
      )}
      {nextStart !== null && (
        <p className={styles.aside}>Starts automatically at {formatFutureTime(nextStart, now)}.</p>
      )}
    </>
  );
}

import type { MissedStart } from 'shared-types/contract/stack/weekly-times';
import { useNow } from '../../../lib/use-now.ts';
import styles from '../detail/stack-detail.module.css';
import { describeMissed, describeNextStart } from './messages.ts';

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
          {describeMissed(missed, now)}
        </p>
      )}
      {nextStart !== null && <p className={styles.aside}>{describeNextStart(nextStart, now)}</p>}
    </>
  );
}

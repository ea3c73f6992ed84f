import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatAge } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { isGoingDown, hasServer } from '../status/stack-state.ts';
import { describeFirstReport, describePlayers, describeSilence } from './messages.ts';
import styles from './stack-detail.module.css';
import * as texts from './messages.ts';

/** The number of players, as the server last counted them, and the age of that count. */
export function Players({ info, running }: { info: StackInfo; running: ActionLog | undefined }) {
  const now = useNow();
  const { players, firstReport } = info;
  if (!hasServer(info.stackStatus) || isGoingDown(info, running)) return null;
  if (!players) {
    if (!firstReport || running) return null;
    return (
      <span className={firstReport.isLate ? styles.silent : undefined}>{describeFirstReport(firstReport, now)}</span>
    );
  }
  if (players.isSilent) return <span className={styles.silent}>{describeSilence(players, now)}</span>;
  return <>{texts.countedAt(describePlayers(players, now), formatAge(players.seenAt, now))}</>;
}

import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatFutureTime } from '../../../lib/format-time.ts';
import { toServerTime } from '../../../lib/server-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Address, addressOf } from './address.tsx';
import styles from './stack-detail.module.css';
import { Players } from './players.tsx';
import { isLeaving, standingOf } from '../status/stack-state.ts';
import { costText, plannedStopText } from '../messages.ts';

/** Where to play, for how long still, and what it has cost. Nothing where there is nothing to say. */
export function Connection({ info, running }: { info: StackInfo; running: ActionLog | undefined }) {
  const now = toServerTime(useNow());
  const standing = standingOf(info.stackStatus);
  if (standing === 'announced' || standing === 'rolledBack') return null;
  const address = addressOf({ info, running });
  const leaves = isLeaving(info, running);
  const stop =
    !leaves && info.stopsAt !== null && info.stopsAt > now
      ? plannedStopText(standing, formatFutureTime(info.stopsAt, now))
      : undefined;
  const aside = [stop, costText(info, now)].filter(Boolean).join(' · ');
  if (address === undefined && !aside) return null;
  return (
    <div className={styles.connection}>
      <Address info={info} running={running} />
      {address === undefined && !leaves && standing === 'starting' && (
        <span>The address comes when the server is up.</span>
      )}
      <span className={styles.price}>{aside}</span>
      <p className={styles.players}>
        <Players info={info} running={running} />
      </p>
    </div>
  );
}

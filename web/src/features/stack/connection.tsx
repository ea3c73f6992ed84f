import { useId } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/stack';
import { comingMoment } from '../../lib/time.ts';
import { onServer } from '../../lib/server-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './detail.module.css';
import { standingOf } from './status.ts';
import { connectionOf, costText, plannedStopText } from './words.ts';

/** Where to play, for how long still, and what it has cost. Nothing where there is nothing to say. */
export function Connection({ info, running }: { info: StackInfo; running: ActionLog | undefined }) {
  const now = onServer(useNow());
  const addressId = useId();
  const standing = standingOf(info.stackStatus);
  if (standing === 'announced' || standing === 'rolledBack') return null;
  // Outputs stay as they are while what they name is taken away.
  const isThere = standing === 'running' || standing === 'changing' || standing === 'broken';
  const connection = isThere ? connectionOf(info.outputs) : undefined;
  const isLeaving =
    standing === 'stopping' || standing === 'failing' || (running !== undefined && takesDown(running, info));
  const stop =
    !isLeaving && info.stopsAt !== null && info.stopsAt > now
      ? plannedStopText(standing, comingMoment(info.stopsAt, now))
      : undefined;
  const aside = [stop, costText(info, now)].filter(Boolean).join(' · ');
  if (!connection && !aside) return null;
  return (
    <div className={styles.connection}>
      {connection && (
        <>
          <code id={addressId}>{connection}</code>
          <CopyButton of={addressId} />
        </>
      )}
      {!connection && !isLeaving && standing === 'starting' && <span>The address comes when the server is up.</span>}
      <span className={styles.price}>{aside}</span>
    </div>
  );
}

/** A restart does so only to what it has found. */
const takesDown = ({ action, actionTime }: ActionLog, { creationTime }: StackInfo) =>
  action === 'STOP' || (action === 'RESTART' && creationTime < actionTime);

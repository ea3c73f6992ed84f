import type { ActionLog, StackEvent, StackInfo } from 'shared-types/contract/stack';
import { formatDuration } from '../../../lib/format-time.ts';
import { toServerTime } from '../../../lib/server-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import { PollingPaused } from '../polling/polling-paused.tsx';
import { StatusBadge } from './badge.tsx';
import styles from '../detail/stack-detail.module.css';
import { stackStateOf } from './stack-state.ts';
import { NotifyMe } from '../notifications/notify-me.tsx';
import { failureCause, lastFailedAction, runningAction, describeStack, actionVerbs } from '../messages.ts';

interface StatusSummaryProps {
  stackName: string;
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[]; lastEvents: StackEvent[] };
  error: unknown;
  isFollowed: boolean;
  seenAt: number;
  look: () => void;
}

/** How the stack stands: its status, what that means, and while something runs for how long and what happened last. */
export function StatusSummary({ stackName, data, error, isFollowed, seenAt, look }: StatusSummaryProps) {
  const { awsStackInfo: info, actionLogs, lastEvents } = data;
  const running = runningAction(actionLogs);
  const standing = stackStateOf(info?.stackStatus);
  const events = info?.events ?? lastEvents;
  const since = running?.actionTime ?? beganAt(info);
  const now = toServerTime(useNow(since === undefined ? undefined : 1_000));
  const last = events.find(({ timestamp }) => since !== undefined && timestamp >= since);
  const why = running
    ? standing === 'failing' && failureCause(events, standing)
    : (failureOf(actionLogs) ?? failureCause(events, standing));
  return (
    <div className={styles.situation}>
      <StatusBadge status={info?.stackStatus} />
      <div className={styles.meaning}>
        <output>{describeStack(info, running)}</output>{' '}
        {since !== undefined && <span className={styles.elapsed}>{formatDuration(now - since)}</span>}{' '}
        <NotifyMe stackName={stackName} data={data} error={error} isFollowed={isFollowed} />
      </div>
      {last && (
        <p className={styles.aside}>
          Last event: {last.logicalResourceId} {last.resourceStatus}, {formatDuration(now - last.timestamp)} ago
        </p>
      )}
      {why && <p className={styles.why}>{why}</p>}
      <PollingPaused data={data} error={error} seenAt={seenAt} look={look} className={styles.aside} />
    </div>
  );
}

/** When CloudFormation began what it is at, if nobody of ours asked for it. */
function beganAt(info: StackInfo | null): number | undefined {
  if (!info?.stackStatus.endsWith('_IN_PROGRESS')) return undefined;
  return info.events.find(
    ({ resourceType, resourceStatus }) =>
      resourceType === 'AWS::CloudFormation::Stack' && resourceStatus === info.stackStatus,
  )?.timestamp;
}

function failureOf(actionLogs: ActionLog[]): string | undefined {
  const log = lastFailedAction(actionLogs);
  return log && `The last ${actionVerbs[log.action]} failed${log.reason ? `: ${log.reason}` : '.'}`;
}

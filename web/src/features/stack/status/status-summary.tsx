import type { ActionLog, StackEvent, StackInfo } from 'shared-types/contract/stack';
import { isInTransition } from 'shared-types/rules/stack-status';
import { formatDuration } from '../format-duration.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Outdated } from '../polling/outdated.tsx';
import { PollingPaused } from '../polling/polling-paused.tsx';
import { usualMs } from './boot.ts';
import { BootPhases } from './boot-phases.tsx';
import { StatusBadge } from './badge.tsx';
import styles from '../detail/stack-detail.module.css';
import { isNotAnswering, stackStateOf } from './stack-state.ts';
import { NotifyMe } from '../notifications/notify-me.tsx';
import { NextStart, type Plan } from '../weekly-times/next-start.tsx';
import { actionVerbs, lastFailedAction, runningAction } from '../actions/messages.ts';
import { describeStack, failureCause } from './messages.ts';
import * as texts from './messages.ts';

interface StatusSummaryProps {
  stackName: string;
  data: {
    awsStackInfo: StackInfo | null;
    actionLogs: ActionLog[];
    lastEvents: StackEvent[];
    plan: Plan;
    outdatedSince?: number | undefined;
  };
  error: unknown;
  isPolling: boolean;
  updatedAt: number;
  refresh: () => void;
}

/** The state of the stack in a sentence and, during an operation, its duration and its last event. */
export function StatusSummary({ stackName, data, error, isPolling, updatedAt, refresh }: StatusSummaryProps) {
  const { awsStackInfo: info, actionLogs, lastEvents } = data;
  const running = runningAction(actionLogs);
  const state = stackStateOf(info?.stackStatus);
  const events = info?.events ?? lastEvents;
  const since = running?.actionTime ?? operationStart(info);
  const now = useNow(since === undefined ? undefined : 1_000);
  const last = events.find(({ timestamp }) => since !== undefined && timestamp >= since);
  const usual = running && running.action !== 'STOP' ? usualMs(actionLogs, running) : undefined;
  const why = running
    ? state === 'rollingBack' && failureCause(events, state)
    : (describeLastFailure(actionLogs) ?? failureCause(events, state));
  return (
    <div className={styles.summary}>
      <StatusBadge status={info?.stackStatus} />
      <div className={styles.meaning}>
        <output className={isNotAnswering(info, running) ? styles.silent : undefined}>
          {describeStack(info, running)}
        </output>{' '}
        {since !== undefined && <span className={styles.elapsed}>{formatDuration(now - since)}</span>}{' '}
        <NotifyMe stackName={stackName} data={data} error={error} isPolling={isPolling} />
      </div>
      <Outdated since={data.outdatedSince} className={styles.aside} />
      {info && running && isBooting(info, running) && (
        <div className={styles.aside}>
          <BootPhases info={info} />
        </div>
      )}
      {running && usual !== undefined && <p className={styles.aside}>{texts.describeRest(running, usual, now)}</p>}
      {last && (
        <p className={styles.aside}>
          {texts.lastEvent(last.logicalResourceId, last.resourceStatus, formatDuration(now - last.timestamp))}
        </p>
      )}
      {why && <p className={styles.why}>{why}</p>}
      {info === null && !running && <NextStart {...data.plan} />}
      <PollingPaused data={data} error={error} updatedAt={updatedAt} refresh={refresh} className={styles.aside} />
    </div>
  );
}

/** The stack is new, and its server is on its way. */
const isBooting = ({ creationTime, stackStatus }: StackInfo, { action, actionTime }: ActionLog) =>
  action !== 'STOP' && creationTime >= actionTime && stackStateOf(stackStatus) === 'starting';

/** Returns the start of an operation of CloudFormation that no action of ours requested. */
function operationStart(info: StackInfo | null): number | undefined {
  if (!info || !isInTransition(info.stackStatus)) return undefined;
  return info.events.find(
    ({ resourceType, resourceStatus }) =>
      resourceType === 'AWS::CloudFormation::Stack' && resourceStatus === info.stackStatus,
  )?.timestamp;
}

function describeLastFailure(actionLogs: ActionLog[]): string | undefined {
  const log = lastFailedAction(actionLogs);
  return log && texts.lastFailed(actionVerbs[log.action], log.reason ? `: ${log.reason}` : '.');
}

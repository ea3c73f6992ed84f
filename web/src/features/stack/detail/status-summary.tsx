import { Link } from 'react-router-dom';
import type { ActionLog, StackEvent, StackInfo } from 'shared-types/contract/stack';
import { isInTransition } from 'shared-types/rules/stack-status';
import { formatDuration } from '../../../lib/format-duration.ts';
import { useNow } from '../../../lib/use-now.ts';
import { StateDot } from '../server/state-dot.tsx';
import { Outdated, PollingPaused } from '../server/times.tsx';
import { describeRest, usualMs } from './boot.ts';
import { BootPhases } from './boot-phases.tsx';
import { Said } from './said.tsx';
import styles from './stack-detail.module.css';
import { NextStart, type Plan } from './next-start.tsx';
import { describeFailure, type FailureText } from './failure.ts';
import { runningAction } from '../actions.ts';
import { describeStack } from '../describe-stack.ts';
import { movesStop, stackStateOf, stateColor } from '../state.ts';

interface StatusSummaryProps {
  data: {
    awsStackInfo: StackInfo | null;
    actionLogs: ActionLog[];
    lastEvents: StackEvent[];
    plan: Plan;
    outdatedSince?: number | undefined;
  };
  error: unknown;
  updatedAt: number;
  refresh: () => void;
}

/** The state of the stack in a sentence and, during an operation, its duration and its last event. */
export function StatusSummary({ data, error, updatedAt, refresh }: StatusSummaryProps) {
  const { awsStackInfo: info, actionLogs, lastEvents } = data;
  const running = runningAction(actionLogs);
  const events = info?.events ?? lastEvents;
  const since = running?.actionTime ?? operationStart(info);
  const now = useNow(since === undefined ? undefined : 1_000);
  const last = events.find(({ timestamp }) => since !== undefined && timestamp >= since);
  const isStarting = running !== undefined && running.action !== 'STOP' && !movesStop(info, running);
  const usual = isStarting ? usualMs(actionLogs, running) : undefined;
  const color = stateColor(info, running);
  const failure = describeFailure({ actionLogs, events }, stackStateOf(info?.stackStatus));
  return (
    <div className={styles.summary}>
      <p className={styles.meaning}>
        <output className={styles.state} data-color={color}>
          <StateDot color={color} />
          <Described sentence={describeStack(info, running)} />
        </output>{' '}
        {since !== undefined && <span className={styles.elapsed}>{formatDuration(now - since)}</span>}{' '}
        {isStarting && <Link to="/auth#news">Get notified</Link>}
      </p>
      <Outdated since={data.outdatedSince} className={styles.aside} />
      {info && running && isBooting(info, running) && (
        <div className={styles.aside}>
          <BootPhases info={info} />
        </div>
      )}
      {running && usual !== undefined && <p className={styles.aside}>{describeRest(running, usual, now)}</p>}
      {last && (
        <p className={styles.aside}>
          Last event: {last.logicalResourceId} {last.resourceStatus}, {formatDuration(now - last.timestamp)} ago
        </p>
      )}
      {failure && <WhyFailed failure={failure} />}
      {info === null && !running && <NextStart {...data.plan} />}
      <PollingPaused data={data} error={error} updatedAt={updatedAt} refresh={refresh} className={styles.aside} />
    </div>
  );
}

/** The state stands out, and what it means follows it. */
function Described({ sentence }: { sentence: string }) {
  const end = sentence.indexOf(':') + 1 || sentence.length;
  return (
    <>
      <strong>{sentence.slice(0, end)}</strong>
      {sentence.slice(end)}
    </>
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

const WhyFailed = ({ failure: { sentence, said } }: { failure: FailureText }) => (
  <>
    <p className={styles.why}>{sentence}</p>
    <Said words={said} />
  </>
);

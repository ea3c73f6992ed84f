import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { isInReview, isInTransition } from 'shared-types/rules/stack-status';

const recentMs = 300_000;
const pollMs = 5_000;
/** Browsers throttle timers in hidden tabs, down to once a minute in the end. */
const hiddenPollMs = 15_000;

interface StackTimes {
  awsStackInfo: Pick<StackInfo, 'creationTime' | 'updateTime'> | null;
  actionLogs: Pick<ActionLog, 'syncTime'>[];
  outdatedSince?: number | undefined;
}

interface StackOperations {
  awsStackInfo: Pick<StackInfo, 'stackStatus'> | null;
  actionLogs: Pick<ActionLog, 'syncStatus'>[];
}

/** Polling continues until an error, or until the state is up to date and nothing has happened for five minutes. */
export function isActive(data: StackTimes | undefined, error: unknown, nowMs: number): boolean {
  if (error) return false;
  if (!data || data.outdatedSince !== undefined) return true;
  const { awsStackInfo, actionLogs } = data;
  const times = [awsStackInfo?.creationTime, awsStackInfo?.updateTime, ...actionLogs.map(({ syncTime }) => syncTime)];
  return times.some((time) => typeof time === 'number' && nowMs - time < recentMs);
}

/** An action is running, or CloudFormation is changing the stack without one. */
export const hasRunningOperation = ({ awsStackInfo, actionLogs }: StackOperations) =>
  actionLogs.some(({ syncStatus }) => syncStatus === 'RUNNING') ||
  (awsStackInfo !== null && isInTransition(awsStackInfo.stackStatus) && !isInReview(awsStackInfo.stackStatus));

interface PollingState {
  data: (StackTimes & StackOperations) | undefined;
  error: unknown;
  isHidden: boolean;
}

/** Returns the polling interval. A hidden tab polls only while an operation is running. */
export function pollIntervalMs({ data, error, isHidden }: PollingState, nowMs: number): number | false {
  if (!isActive(data, error, nowMs)) return false;
  if (!isHidden) return pollMs;
  return data !== undefined && hasRunningOperation(data) && hiddenPollMs;
}

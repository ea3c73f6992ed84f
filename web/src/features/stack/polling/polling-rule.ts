import type { ActionLog, StackInfo } from 'shared-types/contract/stack';

const recentMs = 300_000;
const pollMs = 5_000;
/** Nobody looks, and browsers let a hidden tab ask once a minute in the end. */
const hiddenPollMs = 15_000;

interface Dated {
  awsStackInfo: Pick<StackInfo, 'creationTime' | 'updateTime'> | null;
  actionLogs: Pick<ActionLog, 'syncTime'>[];
}

interface Described {
  awsStackInfo: Pick<StackInfo, 'stackStatus'> | null;
  actionLogs: Pick<ActionLog, 'syncStatus'>[];
}

/** Whether a page goes on asking: until an error, or until nothing has happened for five minutes. */
export function isActive(data: Dated | undefined, error: unknown, nowMs: number): boolean {
  if (error) return false;
  if (!data) return true;
  const { awsStackInfo, actionLogs } = data;
  const times = [awsStackInfo?.creationTime, awsStackInfo?.updateTime, ...actionLogs.map(({ syncTime }) => syncTime)];
  return times.some((time) => typeof time === 'number' && nowMs - time < recentMs);
}

/** Whether there is an end to wait for: of an action, or of what CloudFormation is at without one. */
export const hasRunningOperation = ({ awsStackInfo, actionLogs }: Described) =>
  actionLogs.some(({ syncStatus }) => syncStatus === 'RUNNING') ||
  (awsStackInfo?.stackStatus.endsWith('_IN_PROGRESS') === true && awsStackInfo.stackStatus !== 'REVIEW_IN_PROGRESS');

interface Watched {
  data: (Dated & Described) | undefined;
  error: unknown;
  isHidden: boolean;
}

/** When a page of a stack asks again. In a hidden tab only what is under way is followed, to its end. */
export function pollIntervalMs({ data, error, isHidden }: Watched, nowMs: number): number | false {
  if (!isActive(data, error, nowMs)) return false;
  if (!isHidden) return pollMs;
  return data !== undefined && hasRunningOperation(data) && hiddenPollMs;
}

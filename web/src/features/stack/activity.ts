import type { ActionLog, StackInfo } from 'shared-types/stack';

const recentMs = 300_000;

interface Described {
  awsStackInfo: Pick<StackInfo, 'creationTime' | 'updateTime'> | null;
  actionLogs: Pick<ActionLog, 'syncTime'>[];
}

/** Whether a page goes on asking: until an error, or until nothing has happened for five minutes. */
export function isActive(data: Described | undefined, error: unknown, nowMs: number): boolean {
  if (error) return false;
  if (!data) return true;
  const { awsStackInfo, actionLogs } = data;
  const times = [awsStackInfo?.creationTime, awsStackInfo?.updateTime, ...actionLogs.map(({ syncTime }) => syncTime)];
  return times.some((time) => typeof time === 'number' && nowMs - time < recentMs);
}

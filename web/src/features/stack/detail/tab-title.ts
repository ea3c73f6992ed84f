import { useState } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatTime } from '../../../lib/format-time.ts';
import { useTabHidden } from '../../../lib/tab/use-hidden.ts';
import { hasRunningOperation } from '../polling.ts';
import { lastFailedAction, runningAction } from '../actions.ts';
import { type StackState, stackStateOf } from '../state.ts';
import { actionLabels, runningLabels } from '../texts.ts';

interface PolledStack {
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] } | undefined;
  isPolling: boolean;
  /** The time of the last response, on this machine's clock. */
  updatedAt: number;
}

const stateLabels: Record<StackState, string> = {
  absent: '○ Not running',
  inReview: '○ Not running',
  starting: '◌ Starting',
  running: '● Ready',
  rollingBack: '✕ Start failed',
  rolledBack: '✕ Start failed',
  partlyCreated: '✕ Start failed',
  stopping: '◌ Stopping',
  partlyDeleted: '✕ Stop failed',
  changing: '◌ Changing',
  broken: '✕ Failed',
};

/** Returns the title of a hidden tab: '◌ Starting — survival', '● Ready — survival (21:04)'. */
export function tabTitle(stackName: string, { data, isPolling, updatedAt }: PolledStack): string {
  // The time tells how old the state is when the user reads it.
  const asOf = `${stackName} (${formatTime(updatedAt, updatedAt)})`;
  if (!data || (hasRunningOperation(data) && !isPolling)) return `✕ Updates paused — ${asOf}`;
  const { awsStackInfo, actionLogs } = data;
  const running = runningAction(actionLogs);
  if (running) return `◌ ${runningLabels[running.action]} — ${stackName}`;
  const failed = lastFailedAction(actionLogs);
  const label = failed
    ? `✕ ${actionLabels[failed.action]} failed`
    : stateLabels[stackStateOf(awsStackInfo?.stackStatus)];
  return `${label} — ${hasRunningOperation(data) ? stackName : asOf}`;
}

/** Sets the title of a stack's tab. A tab that is hidden during an operation shows the progress, then the result. */
export function useTabTitle(stackName: string, stack: PolledStack): string {
  const isHidden = useTabHidden();
  const [showsProgress, setShowsProgress] = useState(false);
  const shouldShow = isHidden && (showsProgress || (stack.data !== undefined && hasRunningOperation(stack.data)));
  if (shouldShow !== showsProgress) setShowsProgress(shouldShow);
  return shouldShow ? tabTitle(stackName, stack) : `Stack: ${stackName}`;
}

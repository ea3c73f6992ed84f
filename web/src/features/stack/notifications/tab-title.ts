import { useState } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { formatTime } from '../../../lib/format-time.ts';
import { useTabHidden } from '../../../lib/use-hidden.ts';
import { hasRunningOperation } from '../polling/polling-rule.ts';
import { type StackState, stackStateOf } from '../status/stack-state.ts';
import { lastFailedAction, runningAction, actionVerbs } from '../messages.ts';

interface Followed {
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] } | undefined;
  /** Whether the page goes on asking. */
  isFollowed: boolean;
  /** When the last answer came, by this machine's clock. */
  seenAt: number;
}

const doing = { START: 'starting', RESTART: 'restarting', STOP: 'stopping' };

const signs: Record<StackState, string> = {
  absent: '○ not running',
  announced: '○ not running',
  starting: '◌ starting',
  running: '● ready',
  failing: '✕ start failed',
  rolledBack: '✕ start failed',
  halfMade: '✕ start failed',
  stopping: '◌ stopping',
  halfGone: '✕ stop failed',
  changing: '◌ changing',
  broken: '✕ failed',
};

/** How a stack stands, for a tab that nobody sees: '◌ starting — survival', '● ready — survival (21:04)'. */
export function tabTitle(stackName: string, { data, isFollowed, seenAt }: Followed): string {
  // What is no longer followed may be otherwise by the time somebody reads this.
  const asOf = `${stackName} (${formatTime(seenAt, seenAt)})`;
  if (!data || (hasRunningOperation(data) && !isFollowed)) return `✕ no longer followed — ${asOf}`;
  const { awsStackInfo, actionLogs } = data;
  const running = runningAction(actionLogs);
  if (running) return `◌ ${doing[running.action]} — ${stackName}`;
  const failed = lastFailedAction(actionLogs);
  const sign = failed ? `✕ ${actionVerbs[failed.action]} failed` : signs[stackStateOf(awsStackInfo?.stackStatus)];
  return `${sign} — ${hasRunningOperation(data) ? stackName : asOf}`;
}

/** The title of a stack's tab. Hidden while something goes on, it says how that goes, and how it ended until somebody comes back. */
export function useTabTitle(stackName: string, followed: Followed): string {
  const isHidden = useTabHidden();
  const [tells, tell] = useState(false);
  const shouldTell = isHidden && (tells || (followed.data !== undefined && hasRunningOperation(followed.data)));
  if (shouldTell !== tells) tell(shouldTell);
  return shouldTell ? tabTitle(stackName, followed) : `Stack: ${stackName}`;
}

import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { isInTransition, isUp } from 'shared-types/rules/stack-status';

export type BadgeColor = 'green' | 'blue' | 'red' | 'grey';

/** The badge's colour, by the ending of the status and nothing else. */
export function badgeColor(status: string): BadgeColor {
  if (status.endsWith('_COMPLETE')) return 'green';
  if (isInTransition(status)) return 'blue';
  return status.endsWith('_FAILED') ? 'red' : 'grey';
}

/** What a status comes to for whoever wants to play. */
export type StackState =
  | 'absent'
  | 'announced'
  | 'starting'
  | 'running'
  | 'failing'
  | 'rolledBack'
  | 'halfMade'
  | 'stopping'
  | 'halfGone'
  | 'changing'
  | 'broken';

const standings: Record<string, StackState> = {
  DELETE_COMPLETE: 'absent',
  REVIEW_IN_PROGRESS: 'announced',
  CREATE_IN_PROGRESS: 'starting',
  ROLLBACK_IN_PROGRESS: 'failing',
  ROLLBACK_COMPLETE: 'rolledBack',
  CREATE_FAILED: 'halfMade',
  ROLLBACK_FAILED: 'halfMade',
  DELETE_IN_PROGRESS: 'stopping',
  DELETE_FAILED: 'halfGone',
};

/** Undefined: there is no stack. */
export function stackStateOf(status: string | undefined): StackState {
  if (status === undefined) return 'absent';
  if (isUp(status)) return 'running';
  return standings[status] ?? (status.endsWith('_FAILED') ? 'broken' : 'changing');
}

/** Whether there is a server to play on, or was before a change of it. */
export const hasServer = (status: string) => ['running', 'changing', 'broken'].includes(stackStateOf(status));

/** Whether the server is being taken down, or about to be: a restart does so only to what it has found. */
export function isGoingDown(
  { stackStatus, creationTime }: Pick<StackInfo, 'stackStatus' | 'creationTime'>,
  running: Pick<ActionLog, 'action' | 'actionTime'> | undefined,
): boolean {
  const standing = stackStateOf(stackStatus);
  if (standing === 'stopping' || standing === 'failing') return true;
  if (!running) return false;
  return running.action === 'STOP' || (running.action === 'RESTART' && creationTime < running.actionTime);
}

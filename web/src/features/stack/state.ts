import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { hasFailed, isInTransition, isUp } from 'shared-types/rules/stack-status';

type Action = Pick<ActionLog, 'action' | 'actionTime'>;

export type BadgeColor = 'green' | 'blue' | 'red' | 'grey';

/** The color depends on the ending of the status only. */
export function badgeColor(status: string): BadgeColor {
  if (status.endsWith('_COMPLETE')) return 'green';
  if (isInTransition(status)) return 'blue';
  return status.endsWith('_FAILED') ? 'red' : 'grey';
}

/**
 * The color of a stack's state for its player, which is that of the words of `describeStack`: what is on its way is blue in each of
 * its phases, and a start that is or was rolled back has failed, whatever its status ends with.
 */
export function stateColor(info: StackInfo | null | undefined, running: Action | undefined): BadgeColor {
  const status = info?.stackStatus ?? '';
  const state = stackStateOf(info?.stackStatus);
  if (running ? !movesStop(info, running) : info?.firstReport?.isLate === false) return 'blue';
  if (hasFailed(status) || state === 'rollingBack' || isNotResponding(info, running)) return 'red';
  return state === 'absent' || state === 'inReview' ? 'grey' : badgeColor(status);
}

/** A stack's state from a player's point of view. */
export type StackState =
  | 'absent'
  | 'inReview'
  | 'starting'
  | 'running'
  | 'rollingBack'
  | 'rolledBack'
  | 'partlyCreated'
  | 'stopping'
  | 'partlyDeleted'
  | 'changing'
  | 'broken';

const statesByStatus: Record<string, StackState> = {
  DELETE_COMPLETE: 'absent',
  REVIEW_IN_PROGRESS: 'inReview',
  CREATE_IN_PROGRESS: 'starting',
  ROLLBACK_IN_PROGRESS: 'rollingBack',
  ROLLBACK_COMPLETE: 'rolledBack',
  CREATE_FAILED: 'partlyCreated',
  ROLLBACK_FAILED: 'partlyCreated',
  DELETE_IN_PROGRESS: 'stopping',
  DELETE_FAILED: 'partlyDeleted',
};

/** Returns the state for a CloudFormation status; undefined means that there is no stack. */
export function stackStateOf(status: string | undefined): StackState {
  if (status === undefined) return 'absent';
  if (isUp(status)) return 'running';
  return statesByStatus[status] ?? (status.endsWith('_FAILED') ? 'broken' : 'changing');
}

/** The stack has a server: it is up, or a change of it is running or has failed. */
export const hasServer = (status: string) => ['running', 'changing', 'broken'].includes(stackStateOf(status));

/** The server is shutting down or about to. A restart shuts down only a stack that is older than the restart. */
export function isGoingDown(
  { stackStatus, creationTime }: Pick<StackInfo, 'stackStatus' | 'creationTime'>,
  running: Action | undefined,
): boolean {
  const state = stackStateOf(stackStatus);
  if (state === 'stopping' || state === 'rollingBack') return true;
  if (!running) return false;
  return running.action === 'STOP' || (running.action === 'RESTART' && creationTime < running.actionTime);
}

/** A start of a server that is up only moves its stop. */
export const movesStop = (info: StackInfo | null | undefined, running: Action | undefined): boolean =>
  running?.action === 'START' &&
  stackStateOf(info?.stackStatus) === 'running' &&
  (info?.creationTime ?? 0) < running.actionTime;

/** The server should be up and has reported nothing for minutes. */
export const isNotResponding = (info: StackInfo | null | undefined, running: unknown): boolean =>
  !running &&
  stackStateOf(info?.stackStatus) === 'running' &&
  (info?.players?.isSilent === true || info?.firstReport?.isLate === true);

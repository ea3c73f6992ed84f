import type { ActionLog, StackAction } from 'shared-types/contract/stack';
import { clockToleranceMs, remainingMs } from '../../platform/remaining-time.ts';

/** One start, restart or stop of a stack, and its progress. */
export interface Action {
  /** It is also the name of the Step Functions execution that carries the action out. */
  actionId: string;
  stackName: string;
  action: StackAction;
  /** A user's name, a start link, 'schedule', 'hours', 'idle' or 'silence'. */
  by: string;
  /** The user who requested the action; null for the schedule and an idle server. */
  userId: string | null;
  actionTimeMs: number;
  syncStatus: ActionLog['syncStatus'];
  syncTimeMs: number;
  reason: string | null;
  /** When the previous stack was deleted, if this action created another one. */
  lastGoneMs: number | null;
  /** When a start or restart is stopped by the schedule; null for a stop. */
  stopsAtMs: number | null;
}

export type ActionResult = Pick<Action, 'reason'> & { syncStatus: Exclude<Action['syncStatus'], 'RUNNING'> };

/** The stack that a start has created or has found running, and the time of its scheduled stop. */
export interface StackCreation {
  actionId: string;
  stackId: string;
  stopsAtMs: number | null;
}

/** The action that may change a stack, with its lease. After the lease expires, the next reader recovers the action. */
export interface StackLock {
  holder: string | null;
  leaseUntilMs: number;
  launch: StackCreation | null;
}

/** What tells whether an action of a stack is in progress. */
export interface LockState {
  lock: StackLock;
  /** Newest first. */
  actions: Action[];
}

/** Returns the action that holds the lock. It is undefined also when its log is lost. */
export const lockHolder = ({ lock, actions }: LockState): Action | undefined =>
  actions.find(({ actionId }) => actionId === lock.holder);

/** The lease of a new action. The first step of the workflow renews it. */
export const firstLeaseMs = 60_000;
/** It is longer than the longest pause between two steps, retries included. */
export const actionLeaseMs = 180_000;

export const leaseLeftMs = ({ leaseUntilMs }: Pick<StackLock, 'leaseUntilMs'>, now: Date) =>
  remainingMs(leaseUntilMs, actionLeaseMs + clockToleranceMs, now.getTime());

export const newAction = (
  about: Pick<Action, 'actionId' | 'stackName' | 'action' | 'by'> & Partial<Pick<Action, 'userId' | 'stopsAtMs'>>,
  now: Date,
): Action => ({
  userId: null,
  stopsAtMs: null,
  ...about,
  actionTimeMs: now.getTime(),
  syncStatus: 'RUNNING',
  syncTimeMs: now.getTime(),
  reason: null,
  lastGoneMs: null,
});

export const asActionLog = ({
  action,
  actionTimeMs,
  syncStatus,
  syncTimeMs,
  reason,
  by,
  userId,
}: Action): ActionLog => ({
  action,
  actionTime: actionTimeMs,
  syncStatus,
  syncTime: syncTimeMs,
  reason,
  by,
  ...(userId === null && { isBySite: true }),
});

/** A stop is always safe, so it interrupts a start or a restart. No other action interrupts another one. */
export const mayInterrupt = (action: StackAction, current: StackAction) => action === 'STOP' && current !== 'STOP';

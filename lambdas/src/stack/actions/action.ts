import type { ActionLog, StackAction } from 'shared-types/contract/stack';

/** One start, restart or stop of a stack, and how it goes. */
export interface Action {
  /** Also the name of the execution that carries it out. */
  actionId: string;
  stackName: string;
  action: StackAction;
  /** A person's name, 'schedule' or 'idle'. */
  by: string;
  actionTimeMs: number;
  syncStatus: ActionLog['syncStatus'];
  syncTimeMs: number;
  reason: string | null;
  /** When the stack before was gone, of one that had to make another. */
  lastGoneMs: number | null;
}

export type ActionResult = Pick<Action, 'reason'> & { syncStatus: Exclude<Action['syncStatus'], 'RUNNING'> };

/** What a start has brought up, and when it is to be stopped again. */
export interface StackCreation {
  actionId: string;
  stackId: string;
  stopsAtMs: number | null;
}

/** Who may change a stack, and until when that is certain. After that, whoever looks asks what became of it. */
export interface StackLock {
  holder: string | null;
  leaseUntilMs: number;
  launch: StackCreation | null;
}

/** The workflow's first step renews it. */
export const firstLeaseMs = 60_000;
/** Longer than the longest pause between two steps, with its retries. */
export const leaseMs = 180_000;

export const newAction = (about: Pick<Action, 'actionId' | 'stackName' | 'action' | 'by'>, now: Date): Action => ({
  ...about,
  actionTimeMs: now.getTime(),
  syncStatus: 'RUNNING',
  syncTimeMs: now.getTime(),
  reason: null,
  lastGoneMs: null,
});

export const asActionLog = ({ action, actionTimeMs, syncStatus, syncTimeMs, reason, by }: Action): ActionLog => ({
  action,
  actionTime: actionTimeMs,
  syncStatus,
  syncTime: syncTimeMs,
  reason,
  by,
});

/** Stop is always safe: it takes over from a start or a restart. Nothing else interrupts anything. */
export const mayInterrupt = (action: StackAction, current: StackAction) => action === 'STOP' && current !== 'STOP';

const hourMs = 3_600_000;

/** When a forgotten stack is stopped. */
export const scheduledStopMs = (maxUptimeHours: number, now: Date) =>
  maxUptimeHours > 0 ? now.getTime() + Math.round(maxUptimeHours * hourMs) : null;

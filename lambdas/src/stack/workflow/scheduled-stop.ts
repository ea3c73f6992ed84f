import type { RecordEvent } from '../../platform/audit/audit-trail.ts';
import { siteEvent } from '../../platform/audit/site-event.ts';
import { type Action, leaseLeftMs, lockHolder, type LockState, newAction } from '../actions/action.ts';
import type { ActionStore } from '../actions/action-store.ts';
import type { RefreshedSnapshot } from '../snapshot/refresh-snapshot.ts';
import type { StepInput } from '../step-input.ts';

export interface ScheduledStopPorts {
  audit: RecordEvent;
  store: Pick<ActionStore, 'releaseLock' | 'begin'>;
  now: () => Date;
}

/**
 * Begins a scheduled stop when its time has come, only for the stack of its start. Returns 'over' when that stack is
 * gone, and 'later' while another action has the lock or CloudFormation is unavailable.
 */
export async function resumeScheduledStop(
  { audit, store, now }: ScheduledStopPorts,
  { plannedBy, stackName, actionId, action, by, userId, failures }: StepInput,
  state: LockState,
  { stack, observed }: RefreshedSnapshot,
): Promise<Action | 'over' | 'later'> {
  const { launch, holder } = state.lock;
  if (plannedBy === null || launch?.actionId !== plannedBy) return 'over';
  // A later stop has failed as well, and is tried again by its own plan.
  const [last] = state.actions;
  const isReplaced = last?.action === 'STOP' && last.syncStatus === 'FAILED' && last.actionId !== actionId;
  if (failures > 0 && isReplaced) return 'over';
  if (observed.kind === 'unreachable') return 'later';
  if (stack?.stackId !== launch.stackId) return 'over';
  if (holder !== null && leaseLeftMs(state.lock, now()) > 0) return 'later';
  const interrupted = lockHolder(state);
  if (holder !== null && !interrupted) await store.releaseLock(stackName, holder);
  const stop = newAction({ actionId, stackName, action, by, userId }, now());
  if (!(await store.begin(stop, { interrupted, starts: undefined }))) return 'later';
  await audit(stopEvent(stop));
  return stop;
}

/** Returns the audit event of a stop that no user has asked for. */
export const stopEvent = ({ actionId: id, stackName: subject, actionTimeMs: timeMs, by: reason }: Action) =>
  siteEvent({ kind: 'stackStopped', id, subject, timeMs, reason });

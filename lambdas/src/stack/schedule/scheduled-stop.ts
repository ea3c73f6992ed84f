import { type Action, newAction } from '../actions/action.ts';
import { lockHolder } from '../actions/recovery.ts';
import type { Observation } from '../snapshot/refresh-snapshot.ts';
import type { StackState, StepPorts } from '../ports.ts';
import type { StepInput } from '../actions/step-input.ts';

/**
 * A planned stop wakes up: it stops what its start has launched, and nothing else. 'over' when that is gone, 'later'
 * while somebody else is at work on the stack, or when it cannot be seen.
 */
export async function resumeScheduledStop(
  { store, now }: StepPorts,
  { plannedBy, stackName, actionId, action, by }: StepInput,
  state: StackState,
  { stack, observed }: Observation,
): Promise<Action | 'over' | 'later'> {
  const { launch, holder, leaseUntilMs } = state.lock;
  if (plannedBy === null || launch?.actionId !== plannedBy) return 'over';
  if (observed.kind === 'unreachable') return 'later';
  if (stack?.stackId !== launch.stackId) return 'over';
  if (holder !== null && leaseUntilMs > now().getTime()) return 'later';
  const interrupted = lockHolder(state);
  if (holder !== null && !interrupted) await store.releaseLock(stackName, holder);
  const planned = newAction({ actionId, stackName, action, by }, now());
  return (await store.begin(planned, { interrupted, starts: undefined })) ? planned : 'later';
}

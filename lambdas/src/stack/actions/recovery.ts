import { type Action, type ActionResult, firstLeaseMs } from './action.ts';
import { problemIfUnavailable } from '../snapshot/refresh-snapshot.ts';
import type { Execution, StackPorts, StackState } from '../ports.ts';

/**
 * A holder whose lease ran out is asked after, by whoever looks: the workflow knows how it ended. One that is still at
 * work keeps its lock, and so does one of which nobody can tell just now.
 */
export async function recoverExpiredAction(
  { store, executions, now }: Pick<StackPorts, 'store' | 'executions' | 'now'>,
  stackName: string,
  state: StackState,
): Promise<boolean> {
  const { lock } = state;
  const nowMs = now().getTime();
  if (lock.holder === null || lock.leaseUntilMs > nowMs) return false;
  const action = lockHolder(state);
  // Without its log nothing can go on with it, nor end it.
  if (!action) return store.releaseLock(stackName, lock.holder);
  if (!(await store.claimExpiredAction(stackName, lock, nowMs + firstLeaseMs))) return false;
  const found = await problemIfUnavailable(async () => ({ execution: await executions.find(action.actionId) }));
  if ('problem' in found) return false;
  const ending = resultOf(found.execution);
  return ending !== undefined && store.finish(action, ending, { nowMs, launch: null });
}

/** The action that has the lock. */
export const lockHolder = ({ lock, actions }: StackState): Action | undefined =>
  actions.find(({ actionId }) => actionId === lock.holder);

/** Nothing while it is at work. */
function resultOf(execution: Execution | undefined): ActionResult | undefined {
  if (!execution) return { syncStatus: 'FAILED', reason: 'It was never begun. Try again.' };
  const { status, cause } = execution;
  if (status === 'RUNNING') return undefined;
  return { syncStatus: status, reason: status === 'SUCCEEDED' ? null : (cause ?? why[status]) };
}

const why = {
  FAILED: 'The workflow failed. Its log has the reason.',
  TIMED_OUT: 'The workflow ran out of time.',
  ABORTED: 'The workflow was stopped in AWS.',
};

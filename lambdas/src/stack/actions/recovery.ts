import type { Execution, StackPorts } from '../ports.ts';
import { problemIfUnavailable } from '../snapshot/refresh-snapshot.ts';
import { type ActionResult, firstLeaseMs, leaseLeftMs } from './action.ts';
import { lockHolder, type StoredStackState } from './stack-state.ts';

/**
 * Ends an action whose lease has expired, with the result that Step Functions knows. An action that is still at work
 * keeps its lock, and so does one whose result is unknown at the moment. Returns true when the state has changed.
 */
export async function recoverExpiredAction(
  { store, executions, now }: Pick<StackPorts, 'store' | 'executions' | 'now'>,
  stackName: string,
  state: StoredStackState,
): Promise<boolean> {
  const { lock } = state;
  const nowMs = now().getTime();
  if (lock.holder === null || leaseLeftMs(lock, now()) > 0) return false;
  const action = lockHolder(state);
  // An action without its log can neither continue nor end.
  if (!action) return store.releaseLock(stackName, lock.holder);
  if (!(await store.claimExpiredAction(stackName, lock, nowMs + firstLeaseMs))) return false;
  const found = await problemIfUnavailable(async () => ({ execution: await executions.find(action.actionId) }));
  if ('problem' in found) return false;
  const result = resultOf(found.execution);
  return result !== undefined && store.finish(action, result, { nowMs, stackCreation: null });
}

/** Undefined while the execution is at work. */
function resultOf(execution: Execution | undefined): ActionResult | undefined {
  if (!execution) return { syncStatus: 'FAILED', reason: 'The action did not start. Try again.' };
  const { status, cause } = execution;
  if (status === 'RUNNING') return undefined;
  return { syncStatus: status, reason: status === 'SUCCEEDED' ? null : (cause ?? defaultReasons[status]) };
}

const defaultReasons = {
  FAILED: 'The workflow failed. Its log has the reason.',
  TIMED_OUT: 'The workflow timed out.',
  ABORTED: 'The workflow was stopped in AWS.',
};

import { type Action, type Ending, firstLeaseMs } from './action.ts';
import type { Execution, StackPorts, StackState } from './ports.ts';

/**
 * A holder whose lease ran out is asked after, by whoever looks: the workflow knows how it ended. One that is still at
 * work keeps its lock.
 */
export async function settleLeftover(
  { store, executions, now }: Pick<StackPorts, 'store' | 'executions' | 'now'>,
  stackName: string,
  state: StackState,
): Promise<boolean> {
  const { lock } = state;
  const nowMs = now().getTime();
  const action = holderOf(state);
  if (!action || lock.leaseUntilMs > nowMs) return false;
  if (!(await store.claimLeftover(stackName, lock, nowMs + firstLeaseMs))) return false;
  const ending = endingOf(await executions.find(action.actionId));
  return ending !== undefined && store.settle(action, ending, { nowMs, launch: null });
}

/** The action that has the lock. */
export const holderOf = ({ lock, actions }: StackState): Action | undefined =>
  actions.find(({ actionId }) => actionId === lock.holder);

/** Nothing while it is at work. */
function endingOf(execution: Execution | undefined): Ending | undefined {
  switch (execution?.status) {
    case undefined:
      return { syncStatus: 'FAILED', reason: 'It was never begun. Try again.' };
    case 'RUNNING':
      return undefined;
    case 'SUCCEEDED':
      return { syncStatus: 'SUCCEEDED', reason: null };
    case 'FAILED':
      return { syncStatus: 'FAILED', reason: execution.cause ?? 'The workflow failed. Its log has the reason.' };
    case 'TIMED_OUT':
      return { syncStatus: 'TIMED_OUT', reason: 'The workflow ran out of time.' };
    case 'ABORTED':
      return { syncStatus: 'ABORTED', reason: execution.cause ?? 'The workflow was stopped in AWS.' };
  }
}

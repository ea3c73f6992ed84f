import type { NewsDesk } from '../../platform/news/tell-news.ts';
import {
  type Action,
  type ActionResult,
  firstLeaseMs,
  leaseLeftMs,
  lockHolder,
  type LockState,
} from '../actions/action.ts';
import type { ActionStore } from '../actions/action-store.ts';
import { failedNews } from '../news/server-news.ts';
import type { Execution, Executions } from '../ports.ts';
import { problemIfUnavailable } from '../snapshot/refresh-snapshot.ts';
import { firstInputs } from './first-inputs.ts';

export interface RecoveryPorts {
  store: Pick<ActionStore, 'releaseLock' | 'claimExpiredAction' | 'finish'>;
  executions: Pick<Executions, 'find' | 'start'>;
  news: Pick<NewsDesk, 'tryToTell'>;
  now: () => Date;
}

/**
 * Ends an action whose lease has expired, with the result that Step Functions knows. An action that is still at work
 * keeps its lock, and so does one whose result is unknown at the moment. Returns true when the state has changed.
 */
export async function recoverExpiredAction(
  { store, executions, news, now }: RecoveryPorts,
  stackName: string,
  state: LockState,
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
  const result = found.execution ? resultOf(found.execution) : await beginAgain(executions, action, now());
  if (result === undefined) return false;
  // The news comes first, so that the next reader can tell the same news. While it cannot be stored, the action stays for that
  // reader, and this one goes on: a server is looked after, and can be stopped, all the same.
  if (result.syncStatus !== 'SUCCEEDED' && !(await news.tryToTell(failedNews(action, result.reason ?? '', now()))))
    return false;
  return store.finish(action, result, { nowMs, stackCreation: null });
}

/** A start or restart that is older than this is not begun any more: its user expects nothing by now. */
const maxDelayMs = 600_000;

/** Begins an accepted action whose execution was never begun. Undefined when it is at work now, or when that is unknown. */
async function beginAgain(
  executions: Pick<Executions, 'start'>,
  action: Action,
  now: Date,
): Promise<ActionResult | undefined> {
  const lost: ActionResult = { syncStatus: 'FAILED', reason: 'The action did not start. Try again.' };
  if (action.action !== 'STOP' && now.getTime() > action.actionTimeMs + maxDelayMs) return lost;
  // A scheduled stop that was begun in time keeps its own input.
  for (const input of firstInputs(action, 0, 'schedule')) {
    const begun = await problemIfUnavailable(async () => ({ isBegun: await executions.start(input) }));
    if ('problem' in begun) return undefined;
    if (!begun.isBegun) return lost;
  }
  return undefined;
}

/** Returns undefined while the execution is at work. */
function resultOf(execution: Execution): ActionResult | undefined {
  const { status, cause } = execution;
  if (status === 'RUNNING') return undefined;
  return { syncStatus: status, reason: status === 'SUCCEEDED' ? null : (cause ?? defaultReasons[status]) };
}

const defaultReasons = {
  FAILED: 'The workflow failed. Its log has the reason.',
  TIMED_OUT: 'The workflow timed out.',
  ABORTED: 'The workflow was stopped in AWS.',
};

import type { ActionLog, StackAction, StackInfo } from 'shared-types/contract/stack';
import { mayReplace, type StackRights } from 'shared-types/rules/stack/rights';
import { isNotResponding, type StackState, stackStateOf } from './state.ts';

export const runningAction = (actionLogs: ActionLog[]) => actionLogs.find(({ syncStatus }) => syncStatus === 'RUNNING');

/** Returns the last action if it has failed. */
export const lastFailedAction = ([last]: ActionLog[]) =>
  last?.syncStatus === 'FAILED' || last?.syncStatus === 'TIMED_OUT' ? last : undefined;

/** What the effect of an action depends on. */
export interface ActionContext {
  state: StackState;
  /** The time of the scheduled stop. */
  stopsAt?: number | null | undefined;
  /** The running action. */
  running?: ActionLog | undefined;
  /** The number of players, as the server last counted them. */
  online?: number | null | undefined;
  /** The names of those of them whom the server names. */
  named?: readonly string[];
  /** The server should be up and reports nothing, so that it neither counts down nor backs its world up. */
  isSilent?: boolean;
}

/** Returns what the effect of an action depends on. */
export const contextOf = (info: StackInfo | null | undefined, running: ActionLog | undefined): ActionContext => ({
  state: stackStateOf(info?.stackStatus),
  stopsAt: info?.stopsAt,
  running,
  online: info?.players?.online,
  named: info?.players?.named?.map(({ name }) => name) ?? [],
  isSilent: isNotResponding(info, running),
});

/** Returns whether an action changes anything. The description of its effect says why not. */
export function hasEffect(action: StackAction, { state, stopsAt = null, running }: ActionContext): boolean {
  if (action === 'STOP') return state !== 'absent' || running !== undefined;
  if (action === 'RESTART') return true;
  return state === 'running' ? stopsAt !== null : state !== 'partlyDeleted' && state !== 'broken';
}

/** Returns whether these rights allow an action. */
export const mayDo = (action: StackAction, rights: StackRights): boolean =>
  action === 'START' ? rights.start : action === 'STOP' ? rights.stop : mayReplace(rights);

const startable: ReadonlySet<StackState> = new Set(['absent', 'inReview', 'rolledBack', 'partlyCreated']);
const stoppable: ReadonlySet<StackState> = new Set(['partlyDeleted', 'broken']);

/** Returns the action that makes sense for a stack, which gets the primary button. A server that answers needs none. */
export function sensibleAction(info: StackInfo | null | undefined, running: unknown): StackAction | undefined {
  if (running) return undefined;
  if (isNotResponding(info, running)) return 'RESTART';
  const state = stackStateOf(info?.stackStatus);
  if (startable.has(state)) return 'START';
  return stoppable.has(state) ? 'STOP' : undefined;
}

import type { PlayerCount } from '../players/players.ts';
import type { StackSnapshot } from '../snapshot/snapshot.ts';
import type { Action, StackLock } from './action.ts';

/** The items of one stack, in one read. */
export interface StoredStackState {
  lock: StackLock;
  snapshot: StackSnapshot | undefined;
  players: PlayerCount | undefined;
  /** Newest first. */
  actions: Action[];
}

/** The action that holds the lock. Undefined also when its log is lost. */
export const lockHolder = ({ lock, actions }: StoredStackState): Action | undefined =>
  actions.find(({ actionId }) => actionId === lock.holder);

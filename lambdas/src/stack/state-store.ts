import type { StoredPlayerLists } from './console/player-lists.ts';
import type { Boot } from './players/boot.ts';
import type { PlayerCount, Silence } from './players/players.ts';
import type { StackSnapshot } from './snapshot/snapshot.ts';
import type { Action, StackLock } from './actions/action.ts';

/** The news about its last stack that a server has told. */
export interface ToldNews {
  stackId: string;
  newsIds: string[];
}

/** The items of one stack, in one read. */
export interface StoredStackState {
  lock: StackLock;
  snapshot: StackSnapshot | undefined;
  players: PlayerCount | undefined;
  silence: Silence | undefined;
  boot: Boot | undefined;
  told: ToldNews | undefined;
  playerLists: StoredPlayerLists | undefined;
  /** Newest first. */
  actions: Action[];
}

/** Returns the action that holds the lock. It is undefined also when its log is lost. */
export const lockHolder = ({ lock, actions }: StoredStackState): Action | undefined =>
  actions.find(({ actionId }) => actionId === lock.holder);

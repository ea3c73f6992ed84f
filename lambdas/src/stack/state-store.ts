import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../platform/dynamodb/table.ts';
import type { LockState } from './actions/action.ts';
import { readAction, readLock } from './actions/action-store.ts';
import { readPlayerLists } from './console/player-list-store.ts';
import type { StoredPlayerLists } from './console/player-lists.ts';
import { stackPk } from './items.ts';
import type { ToldNews } from './news/told-news.ts';
import { readTold } from './news/told-store.ts';
import type { Boot } from './players/boot.ts';
import { readBoot, readPlayerCount, readSilence } from './players/player-store.ts';
import type { PlayerCount, Silence } from './players/players.ts';
import type { StackSnapshot } from './snapshot/snapshot.ts';
import { readSnapshotItem } from './snapshot/snapshot-store.ts';

/** The items of one stack, in one read. */
export interface StoredStackState extends LockState {
  snapshot: StackSnapshot | undefined;
  players: PlayerCount | undefined;
  silence: Silence | undefined;
  boot: Boot | undefined;
  told: ToldNews | undefined;
  playerLists: StoredPlayerLists | undefined;
}

export type StateStore = ReturnType<typeof stateStore>;

/** Reads what the other stores keep about a stack. */
export const stateStore = ({ client, TableName }: Table) => ({
  /**
   * Reads the state of a stack with its latest actions. Sorted by key, the items of a stack are its actions (oldest
   * first), its boot, its player lists, its lock, its player count, its silence, its snapshot and its told news.
   */
  async getState(stackName: string, maxActions: number): Promise<StoredStackState> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': stackPk(stackName) },
        ScanIndexForward: false,
        Limit: maxActions + 7,
        ConsistentRead: true,
      }),
    );
    const item = (sk: string) => Items.find((each) => each['sk'] === sk);
    return {
      lock: readLock(item('LOCK')),
      snapshot: readSnapshotItem(item('SNAPSHOT')),
      players: readPlayerCount(item('PLAYERS')),
      silence: readSilence(item('SILENCE')),
      boot: readBoot(item('BOOT')),
      told: readTold(item('TOLD')),
      playerLists: readPlayerLists(item('LISTS')),
      actions: Items.filter(({ sk }) => String(sk).startsWith('ACTION#'))
        .flatMap((each) => readAction(each) ?? [])
        .slice(0, maxActions),
    };
  },
});

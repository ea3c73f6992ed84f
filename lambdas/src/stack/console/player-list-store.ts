import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { putNextVersion } from '../../platform/versions/put-next-version.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { stackPk } from '../items.ts';
import type { StoredPlayerLists } from './player-lists.ts';

export const readPlayerLists = (item: StoredItem | undefined): StoredPlayerLists | undefined =>
  readItem(item, (from) => ({
    version: from.number('version'),
    isAllowListOn: from.boolean('isAllowListOn'),
    allowed: from.texts('allowed'),
    operators: from.texts('operators'),
    sentTo: from.textOrNull('sentTo'),
  }));

const listsKey = (stackName: string) => ({ pk: stackPk(stackName), sk: 'LISTS' });

export type PlayerListStore = ReturnType<typeof playerListStore>;

/** Keeps the lists of players. */
export function playerListStore(table: Table) {
  const { client, TableName } = table;
  return {
    async findPlayerLists(stackName: string): Promise<StoredPlayerLists | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: listsKey(stackName), ConsistentRead: true }));
      return readPlayerLists(Item);
    },

    /** Replaces the lists of a version by those of the next. Returns false when another change was faster. */
    putPlayerLists(stackName: string, lists: StoredPlayerLists): Promise<boolean> {
      return putNextVersion(table, listsKey(stackName), { ...lists });
    },

    /** Notes that the server of a stack has taken these lists, unless there are newer ones. */
    async markSent(stackName: string, { version }: StoredPlayerLists, stackId: string): Promise<void> {
      await conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: listsKey(stackName),
              set: { sentTo: stackId },
              when: condition`version = ${version}`,
            }),
          ),
        ),
      );
    },
  };
}

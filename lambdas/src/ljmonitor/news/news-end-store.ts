import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { newsEndKey as Key } from '../keys.ts';

/** One item has the time up to which the news was told, so that no news is told twice. */
export function newsEndStore({ client, TableName }: Table) {
  return {
    /** Returns undefined before the first news. */
    async findNewsEnd(): Promise<number | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return readItem(Item, (from) => from.number('untilMs'));
    },

    /** Changes nothing when another caller has moved the time since `beforeMs` was read. */
    async moveNewsEnd(beforeMs: number | undefined, untilMs: number): Promise<void> {
      const update = updateItem({
        TableName,
        Key,
        set: { untilMs },
        when: beforeMs === undefined ? condition`attribute_not_exists(pk)` : condition`untilMs = ${beforeMs}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}

export type NewsEndStore = ReturnType<typeof newsEndStore>;

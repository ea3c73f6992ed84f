import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { lastDigestKey as Key } from '../keys.ts';

/** One item has the time up to which the news was sent, so that two digests never tell the same news. */
export function digestStore({ client, TableName }: Table) {
  return {
    /** Undefined before the first digest. */
    async findDigestEnd(): Promise<number | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return readItem(Item, (from) => from.number('untilMs'));
    },

    /** Returns false when another caller has moved the time since `beforeMs` was read. */
    async moveDigestEnd(beforeMs: number | undefined, untilMs: number): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key,
        set: { untilMs },
        when: beforeMs === undefined ? condition`attribute_not_exists(pk)` : condition`untilMs = ${beforeMs}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { visitKey } from '../keys.ts';
import type { Visit } from './visit.ts';

export function visitStore({ client, TableName }: Table) {
  return {
    async findVisit(userId: string): Promise<Visit | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: visitKey(userId), ConsistentRead: true }));
      return readItem(Item, (from) => ({ seenAtMs: from.number('seenAtMs'), sinceMs: from.numberOrNull('sinceMs') }));
    },

    /** Returns false when another device has stored a request since `before` was read. */
    async putVisit(userId: string, visit: Visit, before: Visit | undefined): Promise<boolean> {
      const put = new PutCommand({
        TableName,
        Item: { ...visitKey(userId), ...visit },
        ...onlyIf(condition`attribute_not_exists(seenAtMs) OR seenAtMs = ${before?.seenAtMs ?? 0}`),
      });
      return conditionHeld(client.send(put));
    },
  };
}

export type VisitStore = ReturnType<typeof visitStore>;

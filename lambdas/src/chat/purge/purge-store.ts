import { BatchWriteCommand, DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import type { PurgeStore } from '../ports.ts';
import { messagesKey, sessionKey } from '../keys.ts';

/** As many as one batch takes. */
const atOnce = 25;

/** Messages first and the session last, so that whoever died in the middle is found where it stopped. */
export function purgeStore({ client, TableName }: Table): PurgeStore {
  return {
    beginPurge: ({ userId, sessionId, deletedAtMs }) =>
      conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: sessionKey(userId, sessionId),
            UpdateExpression: 'SET purging = :true',
            ConditionExpression: 'deletedAtMs = :deleted',
            ExpressionAttributeValues: { ':true': true, ':deleted': deletedAtMs },
          }),
        ),
      ),

    async purgeMessages(sessionId) {
      const { Items } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': messagesKey(sessionId) },
          ProjectionExpression: 'pk, sk',
          Limit: atOnce,
          ConsistentRead: true,
        }),
      );
      const rows: StoredItem[] = Items ?? [];
      if (rows.length === 0) return false;
      // What the service leaves undone is found again the next time.
      const deletions = rows.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: deletions } }));
      return true;
    },

    // Nothing brings a session back whose purge has begun.
    async endPurge({ userId, sessionId }) {
      await client.send(new DeleteCommand({ TableName, Key: sessionKey(userId, sessionId) }));
    },
  };
}

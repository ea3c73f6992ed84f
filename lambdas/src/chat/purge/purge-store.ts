import { BatchWriteCommand, DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { Purge } from '../jobs/job.ts';
import { conversationKey, messagesKey } from '../keys.ts';

/** DynamoDB takes no more items in one batch. */
const maxBatchSize = 25;

/** The conversation is deleted last, so a purge that was interrupted finds it and continues. */
export const purgeStore = ({ client, TableName }: Table) => ({
  /** From now on the conversation cannot be restored. Returns false if it was restored or is gone. */
  beginPurge: ({ userId, sessionId, deletedAtMs }: Purge) =>
    conditionHeld(
      client.send(
        new UpdateCommand(
          updateItem({
            TableName,
            Key: conversationKey(userId, sessionId),
            set: { purging: true },
            when: condition`deletedAtMs = ${deletedAtMs}`,
          }),
        ),
      ),
    ),

  /** Deletes one batch of messages. Returns false when all messages are deleted. */
  async purgeMessages(conversationId: string): Promise<boolean> {
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': messagesKey(conversationId) },
        ProjectionExpression: 'pk, sk',
        Limit: maxBatchSize,
        ConsistentRead: true,
      }),
    );
    const items: StoredItem[] = Items ?? [];
    if (items.length === 0) return false;
    // The next query finds the items that DynamoDB leaves unprocessed.
    const deletions = items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: deletions } }));
    return true;
  },

  /** A conversation whose purge has begun cannot change any more, so this delete needs no condition. */
  async endPurge({ userId, sessionId }: Purge) {
    await client.send(new DeleteCommand({ TableName, Key: conversationKey(userId, sessionId) }));
  },
});

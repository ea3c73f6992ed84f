import { BatchWriteCommand, DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Condition, condition } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { conversationKey, forkKey } from '../conversations/conversation-item.ts';
import type { ForkOrigin } from '../conversations/conversation.ts';
import type { Purge } from '../jobs/job.ts';
import { readFileKeys, messageKey, messagesKey } from '../messages/message-item.ts';
import { textPartsKey } from '../search/text-item.ts';

/** DynamoDB takes no more items in one batch. */
const maxBatchSize = 25;

const keysOf = (items: readonly StoredItem[]): Key[] => items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));

/** From now on the conversation cannot be restored. Returns false if the condition does not hold. */
const markPurging = (
  { client, TableName }: Table,
  { userId, sessionId }: Purge,
  when: Condition,
  set: Record<string, unknown> = {},
) =>
  conditionHeld(
    client.send(
      new UpdateCommand(
        updateItem({ TableName, Key: conversationKey(userId, sessionId), set: { ...set, purging: true }, when }),
      ),
    ),
  );

export type PurgeStore = ReturnType<typeof purgeStore>;

/** The conversation is deleted last, so a purge that was interrupted finds it and continues. */
export const purgeStore = ({ client, TableName }: Table) => ({
  /** Returns false if the conversation was restored or is gone. */
  beginPurge: (purge: Purge) =>
    markPurging({ client, TableName }, purge, condition`deletedAtMs = ${purge.deletedAtMs}`),

  /**
   * Marks a conversation that was never completed as deleted, so that no call can complete it. Returns false if it is there. A job
   * that arrives again finds its own mark.
   */
  abandonConversation(purge: Purge) {
    const { deletedAtMs } = purge;
    return markPurging(
      { client, TableName },
      purge,
      condition`attribute_not_exists(pk) OR deletedAtMs = ${deletedAtMs}`,
      {
        deletedAtMs,
        // Without these a conversation cannot be read.
        title: '',
        memorySize: 0,
        modelCode: '',
        webSearch: false,
        systemPrompt: '',
        createTimeMs: deletedAtMs,
        updateTimeMs: deletedAtMs,
      },
    );
  },

  /** Returns the keys of the files that a message names; none if it is not there. */
  async findFileKeys(sessionMessageId: string): Promise<string[]> {
    const Key = messageKey(sessionMessageId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item ? readFileKeys(Item) : [];
  },

  /** Finds the keys of the packed texts of a conversation, or of the first ones. It is empty when all are deleted. */
  async findTextsToPurge({ userId, sessionId }: Purge): Promise<Key[]> {
    const { pk, prefix } = textPartsKey(userId, sessionId);
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ProjectionExpression: 'pk, sk',
        Limit: maxBatchSize,
        ConsistentRead: true,
      }),
    );
    return keysOf(Items ?? []);
  },

  /**
   * Finds one batch of the items of a conversation's messages, with the keys of their files. It is empty when all are
   * deleted.
   */
  async findMessagesToPurge(conversationId: string): Promise<{ items: Key[]; fileKeys: string[] }> {
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': messagesKey(conversationId) },
        ProjectionExpression: 'pk, sk, files',
        Limit: maxBatchSize,
        ConsistentRead: true,
      }),
    );
    const found: StoredItem[] = Items ?? [];
    return {
      items: keysOf(found),
      fileKeys: found.flatMap((item) => readFileKeys(item)),
    };
  },

  /** The next batch has the items that DynamoDB leaves unprocessed. */
  async purgeItems(items: readonly Key[]): Promise<void> {
    const deletions = items.map((Key) => ({ DeleteRequest: { Key } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: deletions } }));
  },

  /** A conversation whose purge has begun cannot change any more, so these deletes need no condition. */
  async endPurge({ userId, sessionId }: Purge, origin: ForkOrigin | null = null) {
    if (origin) await client.send(new DeleteCommand({ TableName, Key: forkKey(userId, origin.rootId, sessionId) }));
    await client.send(new DeleteCommand({ TableName, Key: conversationKey(userId, sessionId) }));
  },
});

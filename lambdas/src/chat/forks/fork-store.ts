import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { retryWithBackoff, transact } from '../../platform/dynamodb/transaction.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import { creationWrites, forksKey } from '../conversations/conversation-item.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { endOfMessages, readMessageItem, messageItem, messagesKey } from '../messages/message-item.ts';
import type { Message } from '../messages/message.ts';

export type ForkStore = ReturnType<typeof forkStore>;

export function forkStore(table: Table) {
  const { client, TableName } = table;

  /** Writes the messages that are missing: a call that was sent twice may arrive the second time when its user has already gone on. */
  const saveCopies = (messages: readonly Message[]) =>
    forEachConcurrently(messages.map(messageItem), (Item) =>
      retryWithBackoff(() =>
        conditionHeld(client.send(new PutCommand({ TableName, Item, ...onlyIf(condition`attribute_not_exists(pk)`) }))),
      ),
    );

  return {
    saveCopies,

    /** Writes copied messages, and after them their conversation. Returns false if it is there. */
    async saveFork(conversation: Conversation, messages: readonly Message[]): Promise<boolean> {
      await saveCopies(messages);
      return (await transact(client, creationWrites(TableName, conversation))).length === 0;
    },

    /** Returns the ids of the forks of a conversation and of their forks, as many as one page can show. */
    async listForks(userId: string, rootId: string, limit: number): Promise<string[]> {
      const { pk, prefix } = forksKey(userId, rootId);
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
          // The newest forks begin with the newest messages.
          ScanIndexForward: false,
          Limit: limit,
        }),
      );
      return Items.map(({ sk }) => String(sk).slice(prefix.length));
    },

    /** Finds the first message after this one, or the first of all. */
    async findFirstMessage(conversationId: string, after: string | null): Promise<Message | undefined> {
      const { Items: [item] = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :end',
          ExpressionAttributeValues: {
            ':pk': messagesKey(conversationId),
            // The space follows the id and comes before all other ids.
            ':from': `MESSAGE#${after === null ? '' : `${after} `}`,
            ':end': endOfMessages,
          },
          Limit: 1,
        }),
      );
      return readMessageItem(item);
    },
  };
}

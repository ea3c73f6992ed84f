import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem, type ItemUpdate } from '../../platform/dynamodb/update-item.ts';
import { retryWithBackoff } from '../../platform/dynamodb/transaction.ts';
import { conversationKey } from '../conversations/conversation-item.ts';
import type { Conversation } from '../conversations/conversation.ts';

export type TitleStore = ReturnType<typeof titleStore>;

export function titleStore({ client, TableName }: Table) {
  const update = ({ userId, conversationId }: Conversation, change: Omit<ItemUpdate, 'TableName' | 'Key'>) => {
    const command = new UpdateCommand(
      updateItem({ TableName, Key: conversationKey(userId, conversationId), ...change }),
    );
    return retryWithBackoff(() => conditionHeld(client.send(command)));
  };
  return {
    /** Returns false if another worker writes the title, or if its person has written it or deleted the conversation. */
    takeTitle: (conversation: Conversation) =>
      update(conversation, {
        remove: ['awaitsTitle'],
        when: condition`awaitsTitle = ${true} AND attribute_not_exists(deletedAtMs)`,
      }),

    /** Replaces the title of a conversation as it was read. Returns false if its person has renamed or deleted it since then. */
    replaceTitle: (conversation: Conversation, title: string) =>
      update(conversation, {
        set: { title },
        when: condition`title = ${conversation.title} AND attribute_not_exists(deletedAtMs)`,
      }),
  };
}
